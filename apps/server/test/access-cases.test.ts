import type { OperationId } from '@facet/client'
import { type DefaultRole, type OperationShape, operations } from '@facet/contract'
import { whoMay } from '@facet/contract/who-may'
import { describe, expect, it } from 'vitest'
import { type AccessServer, accessCases, markOf, tooWeakFor } from './access-cases.ts'
import type { Outcome } from './outcome.ts'
import type { Actor } from './server.ts'

type Who = 'owner' | 'stranger' | 'colleague' | 'crossed' | 'anonymous'
type Script = Partial<Record<Who, Outcome>> & { entry?: object }

/** A server that answers as told, to see which answers the cases let pass. */
const scripted = (script: Script): AccessServer => {
  let tenants = 0
  const actor = (key: Who, host: string) => ({ key, host, headers: { host } }) as unknown as Actor
  return {
    admin: async () => (tenants++ === 0 ? actor('owner', 'own.test') : actor('stranger', 'far.test')),
    database: () => ({ query: async <Row extends object>() => [script.entry ?? {}] as Row[] }),
    colleague: async () => actor('colleague', 'own.test'),
    outcome: async ({ key, headers }) => {
      const isCrossed = key === 'stranger' && headers['host'] === 'own.test'
      const who = isCrossed ? 'crossed' : ((key ?? 'anonymous') as Who)
      return script[who] ?? { status: 500 }
    },
  }
}

const shows = (mark: string, id: number): Outcome => ({ status: 200, body: { items: [{ id, name: mark }] } })
const unauthenticated: Outcome = { status: 401, code: 'unauthenticated' }
const forbidden: Outcome = { status: 403, code: 'forbidden' }
const notFound: Outcome = { status: 404, code: 'deployment_not_found' }

const run = async (id: OperationId, kind: string, script: Script): Promise<void> => {
  const found = accessCases(scripted(script), id, { input: () => ({}) }).find((one) => one.kind === kind)
  return found?.run()
}

const sound = {
  deleteDeployment: {
    owner: { status: 200 },
    anonymous: unauthenticated,
    stranger: notFound,
    crossed: unauthenticated,
    colleague: forbidden,
    entry: { operation: 'deleteDeployment', outcome: 'done', kinds: ['deployment'] },
  },
  listServiceAccounts: {
    owner: shows('own', 1),
    anonymous: unauthenticated,
    stranger: shows('far', 2),
    crossed: unauthenticated,
    colleague: forbidden,
  },
} satisfies Partial<Record<OperationId, Script>>

describe('the access cases', () => {
  it('are three of every operation that takes a key, one of each kind; the others ask no role', () => {
    for (const id of Object.keys(operations) as OperationId[]) {
      const cases = accessCases(scripted({}), id, { input: () => ({}) })
      const kinds = whoMay[id].credentials.includes('api_key') ? ['credential', 'tenant', 'role'] : ['credential', 'tenant']
      expect(cases.map(({ kind }) => kind)).toEqual(kinds)
      for (const { name } of cases) expect(name).toContain(id)
    }
  })

  it('try the strongest role that may not, so that no weaker one could pass instead', () => {
    const roles: DefaultRole[] = ['Admin', 'Developer', 'Explorer', 'Viewer']

    expect(roles.map(tooWeakFor)).toEqual(['Developer', 'Explorer', 'Viewer', undefined])
  })

  it('know a mark that no other tenant has', () => {
    expect(markOf({ host: 'abc.test' })).toBe('abc')
  })

  for (const [id, script] of Object.entries(sound) as [OperationId, Script][]) {
    it.each(['credential', 'tenant', 'role'])(`let ${id} pass when it is sound: %s`, async (kind) => {
      await expect(run(id, kind, script)).resolves.toBeUndefined()
    })

    it.each<[string, Who, Outcome]>([
      ['credential', 'anonymous', { status: 200 }],
      ['credential', 'anonymous', forbidden],
      ['credential', 'owner', unauthenticated],
      ['tenant', 'crossed', { status: 200 }],
      ['tenant', 'stranger', { status: 403, code: 'forbidden' }],
      ['tenant', 'stranger', shows('own', 1)],
      ['tenant', 'owner', notFound],
      ['role', 'colleague', { status: 200 }],
      ['role', 'owner', forbidden],
    ])(`fail ${id} in the case of the %s when the %s gets %j`, async (kind, who, outcome) => {
      await expect(run(id, kind, { ...script, [who]: outcome })).rejects.toThrow()
    })
  }

  it.each([
    ['leaves no entry', {}],
    ['leaves the entry of a refusal', { operation: 'deleteDeployment', outcome: 'refused', kinds: ['deployment'] }],
    ['leaves the entry of another operation', { operation: 'updateDeployment', outcome: 'done', kinds: ['deployment'] }],
    ['names a kind of thing that it does not declare', { operation: 'deleteDeployment', outcome: 'done', kinds: ['deployment', 'user'] }],
  ])('fail a write that %s', async (_, entry) => {
    await expect(run('deleteDeployment', 'credential', { ...sound.deleteDeployment, entry })).rejects.toThrow()
  })

  it('fail a list that shows a row of the owner under another name', async () => {
    const script = {
      ...sound.listServiceAccounts,
      stranger: {
        status: 200,
        body: {
          items: [
            { id: 2, name: 'far' },
            { id: 1, name: '' },
          ],
        },
      },
    }

    await expect(run('listServiceAccounts', 'tenant', script)).rejects.toThrow()
  })

  it('fail a plan whose answer shows nothing of its owner, since it could not tell a leak', async () => {
    const script = { ...sound.listServiceAccounts, owner: { status: 200, body: { items: [] } } }

    await expect(run('listServiceAccounts', 'tenant', script)).rejects.toThrow()
  })

  it('know a not-found failure of every operation that names a resource in its path', () => {
    // The first is done also when there is nothing to delete; its test shows that a stranger's request deletes nothing. The second tells nobody
    // without the secret what there is.
    const apart = new Set(['deleteEmbedTenant', 'receiveDbtPushNotice'])
    const named = (Object.values(operations) as OperationShape[]).filter(({ id, params }) => params !== undefined && !apart.has(id))

    for (const { id, failures } of named) expect([id, failures.some((code) => code.endsWith('_not_found'))]).toEqual([id, true])
  })
})
