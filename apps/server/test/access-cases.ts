import type { OperationId, OperationInput } from '@facet/client'
import { type DefaultRole, type FailureCode, failureCodes, type OperationShape, operations, statusOf } from '@facet/contract'
import { whoMay } from '@facet/contract/who-may'
import { expect, it } from 'vitest'
import type { TestDatabase } from './database.ts'
import type { Actor, TestServer } from './server.ts'

export type AccessServer = Pick<TestServer, 'admin' | 'colleague' | 'outcome'> & { database: () => Pick<TestDatabase, 'query'> }

export type AccessPlan<Id extends OperationId> = {
  /**
   * What an actor sends about its own tenant, with whatever that needs made first. Asked for once per actor and case, so an
   * operation that destroys finds something to destroy. Without a path parameter the answer must show the actor's mark.
   */
  input: (actor: Actor) => Promise<OperationInput<Id>> | OperationInput<Id>
  /** For answers that hold nothing of any tenant, and so no mark. */
  isSameForAll?: true
  /** For answers that are each actor's own and yet show nothing of a tenant: a random id, a time. */
  isUnmarked?: true
  /** For deletions that succeed also when there is nothing to delete: a stranger's does, and what it named must still be there. */
  isStillThere?: (owner: Actor) => Promise<boolean>
  /** For operations that refuse whoever may call them: how. */
  answers?: { status: number; code: string }
  /** Headers that prove what is sent, where no credential does and the body alone does not. */
  proof?: (actor: Actor) => Promise<Record<string, string>> | Record<string, string>
  /** The credential to use instead of the actor's key, where the operation takes another kind. Asked for before each use. */
  credential?: (actor: Actor) => Promise<string>
}

export type AccessCase = { kind: 'credential' | 'tenant' | 'role'; name: string; run: () => Promise<void> }

/** A text that nobody but this actor's tenant has: wherever it shows, something of that tenant shows. */
export const markOf = (actor: Pick<Actor, 'host'>): string => actor.host.split('.')[0] ?? actor.host

const unauthenticated = { status: 401, code: 'unauthenticated' }
const forbidden = { status: 403, code: 'forbidden' }

const strongestFirst = ['Admin', 'Developer', 'Explorer', 'Viewer'] as const

/** The strongest of the default roles below this one; nothing below the weakest. */
export const tooWeakFor = (role: DefaultRole): DefaultRole | undefined => strongestFirst[strongestFirst.indexOf(role) + 1]

const notFoundOf = (operation: OperationShape) => {
  const code = operation.failures.find((failure: FailureCode) => failureCodes[failure].kind === 'not_found')
  if (code === undefined) throw new Error(`${operation.id} has a path parameter but lists no not_found failure.`)
  return { status: 404, code }
}

/** How an operation says that what was sent is no credential: with the first such code of its own, or as all do. */
const refusedCredential = (operation: OperationShape) => {
  const code = operation.failures.find((failure: FailureCode) => ['unauthenticated', 'forbidden'].includes(failureCodes[failure].kind))
  return code === undefined ? { status: 401 } : { status: statusOf(code), code }
}

const idsIn = (body: unknown): unknown[] => {
  const rows = Array.isArray(body) ? body : ((body as { items?: unknown[] }).items ?? [body])
  return rows.map((row) => (row as { id?: unknown }).id).filter((id) => id !== undefined)
}

/** What was done is in the trail, and names no other kind of thing than the contract says. The guard of the trail judges the rest. */
const expectEntry = async (server: AccessServer, { tenantId }: Actor, { id, audit }: OperationShape): Promise<void> => {
  const [entry] = await server.database().query<{ operation: string; outcome: string; kinds: string[] }>(
    `select operation, outcome, jsonb_path_query_array(targets, '$[*].kind') as kinds from audit_entries
     where tenant_id = $1 order by at desc, id desc limit 1`,
    [tenantId],
  )
  expect(entry).toMatchObject({ operation: id, outcome: 'done' })
  expect(audit).toEqual(expect.arrayContaining(entry?.kinds ?? []))
}

/**
 * The three questions every operation answers: does it need a credential, a caller of this tenant, a role that allows it? What it
 * needs is asked of the second table of rights, not of the contract, which the server itself goes by.
 */
export const accessCases = <Id extends OperationId>(server: AccessServer, id: Id, plan: AccessPlan<Id>): AccessCase[] => {
  const operation: OperationShape = operations[id]
  const { role: weakest, credentials } = whoMay[id]
  const namesResource = operation.params !== undefined
  const holding = async (actor: Actor) => (plan.credential ? { headers: actor.headers, key: await plan.credential(actor) } : actor)
  const answered = plan.answers ?? { status: operation.statuses?.[0] ?? operation.status ?? 200 }

  const withoutCredential = async (): Promise<void> => {
    const owner = await server.admin()
    const input = await plan.input(owner)
    expect(await server.outcome({ headers: owner.headers }, id, input)).toEqual(unauthenticated)
    expect(await server.outcome(await holding(owner), id, input)).toMatchObject(answered)
    if (operation.audit) await expectEntry(server, owner, operation)
  }

  const openToAnyone = async (): Promise<void> => {
    const owner = await server.admin()
    const input = await plan.input(owner)
    expect(await server.outcome({ headers: { ...owner.headers, ...(await plan.proof?.(owner)) } }, id, input)).toMatchObject(answered)
  }

  /** What is sent is the credential: of another tenant, it is nothing. */
  const sentByStranger = async (): Promise<void> => {
    const [owner, stranger] = [await server.admin(), await server.admin()]
    const input = await plan.input(owner)
    const proof = await plan.proof?.(owner)
    const sent = { headers: { ...stranger.headers, ...proof } }
    if (operation.body) expect(await server.outcome(sent, id, input)).toMatchObject(refusedCredential(operation))
    const own = await server.outcome({ headers: { ...owner.headers, ...proof } }, id, input)
    expect(own).toMatchObject(answered)
    const theirInput = await plan.input(stranger)
    const theirs = await server.outcome({ headers: { ...stranger.headers, ...(await plan.proof?.(stranger)) } }, id, theirInput)
    if (plan.isSameForAll) expect(theirs).toMatchObject(answered)
    else expect(theirs.body).not.toEqual(own.body)
  }

  /** A token of another tenant is nobody's here, and a key is not what the operation takes. */
  const withOtherCredentials = async (): Promise<void> => {
    const [owner, stranger] = [await server.admin(), await server.admin()]
    const input = await plan.input(owner)
    const theirs = await holding(stranger)
    expect(await server.outcome({ headers: owner.headers, key: theirs.key }, id, input)).toEqual(unauthenticated)
    expect(await server.outcome(owner, id, input)).toEqual(forbidden)
    expect(await server.outcome(await holding(owner), id, input)).toMatchObject(answered)
  }

  const namedByStranger = async (): Promise<void> => {
    const owner = await server.admin()
    const stranger = await server.admin()
    const input = await plan.input(owner)
    const refusal = plan.isStillThere ? answered : notFoundOf(operation)
    expect(await server.outcome(stranger, id, input)).toMatchObject(refusal)
    expect(await server.outcome({ headers: owner.headers, key: stranger.key }, id, input)).toEqual(unauthenticated)
    if (plan.isStillThere) expect(await plan.isStillThere(owner)).toBe(true)
    expect(await server.outcome(owner, id, input)).toMatchObject(answered)
  }

  const besideStranger = async (): Promise<void> => {
    const owner = await server.admin()
    const stranger = await server.admin()
    const own = await server.outcome(owner, id, await plan.input(owner))
    const theirs = await server.outcome(stranger, id, await plan.input(stranger))
    expect(own).toMatchObject(answered)
    expect(theirs).toMatchObject(answered)
    const crossed = await server.outcome({ headers: owner.headers, key: stranger.key }, id, await plan.input(stranger))
    expect(crossed).toEqual(unauthenticated)
    if (plan.isSameForAll) return expect(theirs.body).toEqual(own.body)
    if (plan.isUnmarked) return expect(theirs.body).not.toEqual(own.body)
    expect(JSON.stringify(own.body)).toContain(markOf(owner))
    expect(JSON.stringify(own.body)).not.toContain(markOf(stranger))
    expect(JSON.stringify(theirs.body)).toContain(markOf(stranger))
    expect(JSON.stringify(theirs.body)).not.toContain(markOf(owner))
    const ownIds = new Set(idsIn(own.body))
    expect(idsIn(theirs.body).filter((rowId) => ownIds.has(rowId))).toEqual([])
  }

  const withWeakRole = (allowed: DefaultRole) => async (): Promise<void> => {
    const owner = await server.admin()
    const role = tooWeakFor(allowed)
    const weak = await server.colleague(owner, role ? { role } : {})
    const input = await plan.input(owner)
    expect(await server.outcome(weak, id, input)).toEqual(forbidden)
    expect(await server.outcome(owner, id, input)).toMatchObject(answered)
  }

  const withoutRole = async (): Promise<void> => {
    const owner = await server.admin()
    const colleague = await server.colleague(owner, {})
    const input = await plan.input(owner)
    if (namesResource) expect(await server.outcome(colleague, id, input)).toEqual(notFoundOf(operation))
    expect(await server.outcome(colleague, id, await plan.input(colleague))).toMatchObject(answered)
    expect(await server.outcome(owner, id, input)).toMatchObject(answered)
  }

  if (credentials.length === 0)
    return [
      { kind: 'credential', name: `answers ${id} without a credential`, run: openToAnyone },
      { kind: 'tenant', name: `keeps ${id} from another tenant`, run: sentByStranger },
    ]
  if (!credentials.includes('api_key'))
    return [
      { kind: 'credential', name: `refuses ${id} without a credential`, run: withoutCredential },
      { kind: 'tenant', name: `keeps ${id} from another tenant and from keys`, run: withOtherCredentials },
    ]
  const anyone = namesResource ? `keeps ${id} to what is a colleague's own when no role says more` : `answers ${id} to any role, even none`
  return [
    { kind: 'credential', name: `refuses ${id} without a credential`, run: withoutCredential },
    { kind: 'tenant', name: `keeps ${id} from another tenant`, run: namesResource ? namedByStranger : besideStranger },
    weakest === null
      ? { kind: 'role', name: anyone, run: withoutRole }
      : { kind: 'role', name: `keeps ${id} from a role that is too weak`, run: withWeakRole(weakest) },
  ]
}

export const itGuardsAccess = <Id extends OperationId>(server: AccessServer, id: Id, plan: AccessPlan<Id>): void => {
  for (const { name, run } of accessCases(server, id, plan)) it(name, run)
}
