import type { ApiKeyScope } from '@facet/contract'
import { type Asked, askEverything, freshTargets, type Holders, send } from './asking.ts'
import { pause } from '../../harness/numbers.ts'
import { type Attempt, attemptsOf } from './attempts.ts'
import type { Credential, Owner, Pair } from './credentials.ts'
import { nothing, wholeTenant } from './touches.ts'
import type { World } from './world.ts'

export type Escalation = { parent: string; attempt: string; gained: string[] }
export type Tried = { made: number; alike: number; refused: number; calls: number; escalations: Escalation[] }

const allowedIn = (asked: Asked[]): Set<string> => new Set(asked.filter(({ verdict }) => verdict === 'allowed').map(({ name }) => name))

/** What the child may do and its parent may not. */
export const gainedOver = (parent: Asked[], child: Asked[]): string[] => {
  const held = allowedIn(parent)
  return [...allowedIn(child)].filter((name) => !held.has(name))
}

const widerList = (child: readonly unknown[] | null | undefined, parent: readonly unknown[] | null | undefined): boolean =>
  Boolean(parent) && (!child || child.some((item) => !parent?.includes(item)))

/** Limits that these calls do not show: they are read off the key itself. */
const widerLimits = (parent: Credential, scope: ApiKeyScope, expiresAt: string | null): string[] => [
  ...(widerList(scope.embedTenants, parent.scope.embedTenants) ? ['embed tenants'] : []),
  ...(widerList(scope.origins, parent.scope.origins) ? ['origins'] : []),
  ...(parent.expiresAt && (expiresAt === null || Date.parse(expiresAt) > parent.expiresAt.getTime()) ? ['lifetime'] : []),
]

const makeKey = async (world: World, credential: Credential, attempt: Attempt): Promise<unknown> => {
  const body: Record<string, unknown> = { name: world.unique(), ...attempt.body }
  if (attempt.newAccount) {
    const input = { name: world.unique(), role: attempt.newAccount }
    const account = await send(world, credential, {
      operation: 'createServiceAccount',
      about: attempt.about,
      touches: wholeTenant,
      body: input,
    })
    if (account.status !== 200) return null
    body['serviceAccountId'] = account.body['id']
  }
  const answer = await send(world, credential, { operation: 'createApiKey', about: attempt.about, touches: nothing, body })
  return answer.status === 200 ? answer.body : null
}

/**
 * Lets one credential try every way to a wider key, and then tries what it got on every operation. Keys that are stored alike
 * can not be told apart by the service, so one of them is asked for all.
 */
export const tryToEscalate = async (
  world: World,
  parent: { credential: Credential; pair: Pair; holders: Holders; asked: Asked[] },
  accounts: { admin: Owner; viewer: Owner },
  isKept: (attempt: Attempt) => boolean,
): Promise<Tried> => {
  const { credential, pair, holders } = parent
  const tried: Tried = { made: 0, alike: 0, refused: 0, calls: 0, escalations: [] }
  const known = new Set<string>()
  for (const attempt of attemptsOf(credential, pair, accounts).filter(isKept)) {
    const answer = await makeKey(world, credential, attempt)
    tried.calls++
    if (!answer) {
      tried.refused++
      continue
    }
    tried.made++
    const made = answer as { id: number; secret: string; scope: ApiKeyScope; expiresAt: string | null }
    const stored = await world.storedKey(made.id)
    if (known.has(stored)) {
      tried.alike++
      continue
    }
    known.add(stored)
    const child: Credential = {
      ...credential,
      label: attempt.about,
      owner: attempt.owner ?? credential.owner,
      scope: made.scope,
      secret: made.secret,
      keyId: made.id,
    }
    const asked = await askEverything(world, child, await freshTargets(world, pair, holders, made.id))
    tried.calls += asked.length
    const gained = [...gainedOver(parent.asked, asked), ...widerLimits(credential, made.scope, made.expiresAt)]
    if (gained.length > 0) tried.escalations.push({ parent: credential.label, attempt: attempt.about, gained })
  }
  return tried
}

export type Replay = { tries: number; leaks: number; replays: number }

/** The kept answer of one credential is nothing to another, even of the same owner: not its secret, and not a replay. */
export const tryReplays = async (world: World, credentials: Credential[]): Promise<Replay> => {
  const secrets = new Map<string, Credential>()
  const body = { name: 'replayed' }
  const ask = (by: Credential) =>
    send(
      world,
      by,
      { operation: 'createApiKey', about: 'replay', touches: nothing, body },
      { 'idempotency-key': 'one-key-of-many-callers' },
    )
  let leaks = 0
  for (const credential of credentials) {
    const { body: made, status } = await ask(credential)
    if (status !== 200) continue
    if (secrets.has(String(made['secret']))) leaks++
    secrets.set(String(made['secret']), credential)
  }
  // Its own answer does come back: otherwise the key was never honoured, and the first half proved nothing.
  let replays = 0
  for (const [secret, credential] of secrets) if ((await ask(credential)).body['secret'] === secret) replays++
  return { tries: secrets.size, leaks, replays }
}

const lifetimeMs = 1500

/** A key that is about to end, and the key it made: both answer now, and neither once its time is over. */
export const tryToOutlive = async (world: World, owner: Owner, pair: Pair): Promise<{ before: number[]; after: number[] }> => {
  const parent = await world.addKey(owner, { label: 'about to end', scope: () => ({}), lifetimeMs }, pair)
  const child = await makeKey(world, parent, { about: 'inherits the end', body: {} })
  const both = [parent, child as { secret: string }]
  const ask = () =>
    Promise.all(both.map(async (one) => (await send(world, one, { operation: 'listRegions', about: '', touches: nothing })).status))
  const before = await ask()
  await pause((parent.expiresAt?.getTime() ?? 0) - Date.now() + 50)
  return { before, after: await ask() }
}
