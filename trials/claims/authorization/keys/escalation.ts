import { type Asked, askEverything, freshTargets, type Holders, send } from './asking.ts'
import { pause } from '../../../harness/numbers.ts'
import { type Attempt, attemptsOf } from './attempts.ts'
import type { Credential, Owner, Pair } from './credentials.ts'
import { nothing, wholeTenant } from './touches.ts'
import { allRules, verdictOf } from './oracle.ts'
import type { StoredKey, World } from './world.ts'

export type Escalation = { parent: string; attempt: string; gained: string[] }
export type Tried = { made: number; alike: number; asked: number; refused: number; calls: number; escalations: Escalation[] }

const allowedIn = (asked: Asked[]): Set<string> => new Set(asked.filter(({ verdict }) => verdict === 'allowed').map(({ name }) => name))

/** What the child may do and its parent may not. */
export const gainedOver = (parent: Asked[], child: Asked[]): string[] => {
  const held = allowedIn(parent)
  return [...allowedIn(child)].filter((name) => !held.has(name))
}

const widerList = (child: readonly unknown[] | null | undefined, parent: readonly unknown[] | null | undefined): boolean =>
  Boolean(parent) && (!child || child.some((item) => !parent?.includes(item)))

/** Limits that these calls do not show: they are read off the key as it is stored. */
const widerLimits = (parent: Credential, { scope, expiresAt }: StoredKey): string[] => [
  ...(widerList(scope.embedTenants, parent.scope.embedTenants) ? ['embed tenants'] : []),
  ...(widerList(scope.origins, parent.scope.origins) ? ['origins'] : []),
  ...(parent.expiresAt && (expiresAt === null || expiresAt > parent.expiresAt) ? ['lifetime'] : []),
]

/** Whose the key would be, had the service done what was asked. */
const ownerOf = (credential: Credential, attempt: Attempt, stored: StoredKey): Owner =>
  attempt.newAccount
    ? { ...credential.owner, principalId: stored.principalId, grants: [{ role: attempt.newAccount, deploymentIds: null }] }
    : (attempt.owner ?? credential.owner)

/** What a key that is stored so may do and its maker may not, by the rules that every credential was just held to. */
export const gainedByRules = (maker: Pick<Maker, 'asked' | 'pair'>, child: Credential): string[] =>
  maker.asked
    .filter(({ call, verdict }) => verdict !== 'allowed' && verdictOf(allRules, child, call, maker.pair) === 'allowed')
    .map(({ name }) => name)

type Made = { id: number; secret: string }

const makeKey = async (world: World, credential: Credential, attempt: Attempt): Promise<Made | null> => {
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
  return answer.status === 200 ? (answer.body as Made) : null
}

type Maker = { credential: Credential; pair: Pair; holders: Holders; asked: Asked[] }

/** Which attempts are made, and which of the keys that came of them are tried on every operation. */
export type Effort = { isKept: () => boolean; isAsked: () => boolean }

/**
 * Lets one credential try every way to a wider key. What it got is judged as it is stored, and tried on every operation, or on
 * its turn. Keys that are stored alike cannot be told apart by the service, so one of them is looked at for all.
 */
export const tryToEscalate = async (
  world: World,
  maker: Maker,
  accounts: { admin: Owner; viewer: Owner },
  { isKept, isAsked }: Effort,
): Promise<Tried> => {
  const { credential, pair, holders } = maker
  const tried: Tried = { made: 0, alike: 0, asked: 0, refused: 0, calls: 0, escalations: [] }
  const known = new Set<string>()
  for (const attempt of attemptsOf(credential, pair, accounts).filter(isKept)) {
    const made = await makeKey(world, credential, attempt)
    tried.calls++
    if (!made) {
      tried.refused++
      continue
    }
    tried.made++
    const stored = await world.storedKey(made.id)
    if (known.has(JSON.stringify(stored))) {
      tried.alike++
      continue
    }
    known.add(JSON.stringify(stored))
    const owner = ownerOf(credential, attempt, stored)
    const child: Credential = { ...credential, label: attempt.about, owner, scope: stored.scope, secret: made.secret, keyId: made.id }
    const gained = gainedByRules(maker, child)
    gained.push(...widerLimits(credential, stored), ...(owner.principalId === stored.principalId ? [] : ['another owner']))
    if (isAsked()) {
      const asked = await askEverything(world, child, await freshTargets(world, pair, holders, made.id))
      tried.asked++
      tried.calls += asked.length
      gained.push(...gainedOver(maker.asked, asked))
    }
    if (gained.length > 0) tried.escalations.push({ parent: credential.label, attempt: attempt.about, gained: [...new Set(gained)] })
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
  if (!child) throw new Error('A key about to end cannot make another.')
  const both = [parent, child]
  const ask = () =>
    Promise.all(both.map(async (one) => (await send(world, one, { operation: 'listRegions', about: '', touches: nothing })).status))
  const before = await ask()
  await pause((parent.expiresAt?.getTime() ?? 0) - Date.now() + 50)
  return { before, after: await ask() }
}
