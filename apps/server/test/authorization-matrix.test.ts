import { type OperationId, type OperationShape, operations } from '@facet/contract'
import { whoMay } from '@facet/contract/who-may'
import { beforeAll, describe, expect, it } from 'vitest'
import { isAudited } from '#kernel/audit'
import { markOf, useServer } from '#test'
import { type Caller, callersOf, isLimited } from './authorization-matrix/callers.ts'
import { expectedVerdict } from './authorization-matrix/expected.ts'
import { misplacedTargets, foreignTargets, isHiddenFailure } from './authorization-matrix/foreign.ts'
import { type Answer, sendAs, verdictOf } from './authorization-matrix/requests.ts'
import { digestsOf, restoreDeleted } from './authorization-matrix/rows.ts'
import { matrixOperations, type Target, targetsOf } from './authorization-matrix/targets.ts'
import { type Fixture, givenTenants, marks } from './authorization-matrix/tenants.ts'

const server = useServer()
let fixture: Fixture
let callers: Caller[]
const permittedWrites = new Set<OperationId>()

beforeAll(async () => {
  fixture = await givenTenants(server)
  callers = await callersOf(server, fixture)
})

const isOpen = (id: OperationId): boolean => whoMay[id].credentials.length === 0
const open = matrixOperations.filter(isOpen)
const authenticated = matrixOperations.filter((id) => !isOpen(id))

const ask = (caller: Pick<Caller, 'key' | 'origin'>, id: OperationId, target: Target): Promise<Answer> =>
  sendAs(server.url(), fixture.owner.headers, caller, id, target)

const foreignNamesIn = ({ status, text }: Answer): string[] =>
  status < 400 ? [marks.foreign, markOf(fixture.foreigner)].filter((mark) => text.includes(mark)) : []

/** Names in an answer that its caller must not see. */
const leakedTo = (caller: Caller, answer: Answer): string[] => {
  const { status, text } = answer
  if (status >= 400) return []
  const hidden: string[] = []
  if (caller.kind === 'embed') hidden.push(marks.beside, marks.backoffice)
  if (caller.kind === 'api_key') {
    const { onDeployments, onEmbedTenants, tenantWide } = caller.scope
    if (caller.isOnOwnDeployments || (onDeployments && !tenantWide)) hidden.push(marks.beside)
    if (onEmbedTenants && !tenantWide) hidden.push(marks.backoffice)
  }
  return [...hidden.filter((mark) => text.includes(mark)), ...foreignNamesIn(answer)]
}

/** An invalid credential is refused wherever it is sent, and a caller without limits is treated alike everywhere in its tenant. */
const isAsked = (caller: Caller, index: number): boolean => index === 0 || caller.label === 'Admin' || isLimited(caller)

const differencesFor = async (caller: Caller, id: OperationId, target: Target): Promise<string[]> => {
  const answer = await ask(caller, id, target)
  if (answer.status < 300) {
    await restoreDeleted(server, fixture.owner, id, target)
    if (isAudited(operations[id])) permittedWrites.add(id)
  }
  const expected = expectedVerdict(caller, id, target)
  const about = `${caller.label}, ${target.name}`
  return [
    ...(verdictOf(answer, target) === expected ? [] : [`${about}: expected ${expected}, received ${answer.status} ${answer.code ?? ''}`]),
    ...leakedTo(caller, answer).map((mark) => `${about}: the answer contains ${mark}`),
  ]
}

// The server looks up this many credentials of a tenant at once.
const concurrentReads = 16

const differencesOn = async (id: OperationId, target: Target, index: number): Promise<string[]> => {
  const asked = callers.filter((caller) => isAsked(caller, index))
  const step = operations[id].method === 'GET' ? concurrentReads : 1
  const differences: string[] = []
  for (let next = 0; next < asked.length; next += step) {
    const batch = asked.slice(next, next + step)
    differences.push(...(await Promise.all(batch.map((caller) => differencesFor(caller, id, target)))).flat())
  }
  return differences
}

describe('the authorization matrix', () => {
  it.each(['getDeployments', 'listEmbedTenants', 'listEmbedSessions'] as const)(
    'shows an administrator in %s the names that limited callers must not see',
    async (id) => {
      const { text } = await ask({ key: fixture.owner.key }, id, { name: '', deployment: null, embedTenant: null })

      expect(text).toMatch(new RegExp(`${marks.beside}|${marks.backoffice}`))
    },
  )

  it.each(authenticated)('answers every caller of %s as the permission table says', async (id) => {
    const differences: string[] = []
    for (const [index, target] of targetsOf(id, fixture).entries()) differences.push(...(await differencesOn(id, target, index)))

    expect(differences).toEqual([])
  })

  it.each(open)('answers %s alike with any credential and with none', async (id) => {
    const outcomes = new Set<string>()
    for (const target of targetsOf(id, fixture).slice(0, 1))
      for (const caller of callers.filter(({ origin }) => origin === undefined)) {
        const { status, code } = await ask(caller, id, target)
        outcomes.add(`${status} ${code ?? ''}`)
      }

    expect([...outcomes]).toEqual([expect.not.stringMatching(/ (unauthenticated|forbidden|outside_key_scope)$/)])
  })
})

describe('the audit trail', () => {
  it('has an entry of every permitted write, with the kinds of target that its contract names', async () => {
    const written = await server.query<{ operation: string; kinds: string[] }>(
      `select operation, array_remove(array_agg(distinct t ->> 'kind'), null) as kinds
       from audit_entries left join jsonb_array_elements(targets) t on true where tenant_id = $1 and outcome = 'done' group by operation`,
      [fixture.owner.tenantId],
    )
    const kindsOf = new Map(written.map(({ operation, kinds }) => [operation, kinds]))

    expect(permittedWrites.size).toBeGreaterThan(30)
    expect([...permittedWrites].filter((id) => !kindsOf.has(id))).toEqual([])
    for (const id of permittedWrites)
      expect((operations[id] as OperationShape).audit, id).toEqual(expect.arrayContaining(kindsOf.get(id) ?? []))
  })
})

describe('an administrator', () => {
  it('neither finds nor changes a resource of another tenant', async () => {
    const before = await digestsOf(server, fixture.foreigner)
    const differences: string[] = []
    for (const id of authenticated.filter((one) => whoMay[one].credentials.includes('api_key')))
      for (const target of foreignTargets(id, fixture)) {
        const answer = await ask({ key: fixture.owner.key }, id, target)
        if (!isHiddenFailure(id, answer)) differences.push(`${id}, ${target.name}: ${answer.status} ${answer.code ?? ''}`)
        for (const mark of foreignNamesIn(answer)) differences.push(`${id}, ${target.name}: the answer contains ${mark}`)
      }

    expect(differences).toEqual([])
    expect(await digestsOf(server, fixture.foreigner)).toEqual(before)
  })

  it.each(['exchangeSession', 'bootstrapDashboard'] as const)('cannot use a session of another tenant with %s', async (id) => {
    const { sessionId } = await fixture.foreigner.api.generateSession({
      body: { deploymentId: fixture.foreign.deploymentId, externalId: 'ada' },
    })
    const target: Target = {
      name: 'session',
      deployment: null,
      embedTenant: null,
      body: { sessionId, ...(id === 'bootstrapDashboard' ? { dashboardPublicId: fixture.own.dashboardPublicId } : {}) },
    }

    expect(await ask({ key: undefined }, id, target)).toMatchObject({ status: 401 })
    await expect(server.anonymous(fixture.foreigner).exchangeSession({ body: { sessionId } })).resolves.toHaveProperty('token')
  })

  it('does not find a resource of another deployment, embed tenant or kind', async () => {
    // The matrix has deleted some of its own resources by now.
    const { owner, ...fresh } = await givenTenants(server)
    const differences: string[] = []
    let asked = 0
    for (const id of authenticated)
      for (const target of misplacedTargets(operations[id], fresh)) {
        asked += 1
        const { status, code } = await sendAs(server.url(), owner.headers, { key: owner.key }, id, target)
        if (status !== 404 || code === 'deployment_not_found') differences.push(`${id}, ${target.name}: ${status} ${code ?? ''}`)
      }

    expect(asked).toBeGreaterThan(40)
    expect(differences).toEqual([])
  })
})
