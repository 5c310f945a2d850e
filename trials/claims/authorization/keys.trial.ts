import type { OperationId } from '@facet/contract'
import type { WhoMay } from '@facet/contract/who-may'
import { eachOf } from '../../harness/each-of.ts'
import type { Finding, Trial, TrialOptions } from '../../trial.ts'
import { type OwnerPlan, ownerPlans, type ScopePlan, scopePlans } from './keys/credentials.ts'
import { gainedByRules, gainedOver, type Replay, type Tried, tryReplays, tryToEscalate, tryToOutlive } from './keys/escalation.ts'
import { type Accounts, countVerdicts, divergencesOf, makeRow, type Row } from './keys/matrix.ts'
import { allRules, type Rules, sentences } from './keys/oracle.ts'
import { createWorld, type World } from './keys/world.ts'

const workers = 6

type Plan = { owner: OwnerPlan; scope: ScopePlan }

const withOperation = (id: OperationId, change: Partial<WhoMay>): Rules => ({
  ...allRules,
  operations: { ...allRules.operations, [id]: { ...allRules.operations[id], ...change } },
})

const planted: { name: string; rules: Rules }[] = [
  { name: 'a secret any role may read', rules: withOperation('getEnvVariables', { role: 'Viewer' }) },
  { name: 'a preset that deletes', rules: withOperation('deleteDeployment', { presets: ['ci'] }) },
  // Were it the service that forgot one of them, the two would differ in the same places.
  ...sentences.map((left) => ({
    name: `not said: ${left}`,
    rules: { ...allRules, sentences: new Set(sentences.filter((one) => one !== left)) },
  })),
]

/** Holes that are not there, to see that each would be counted. */
const findPlanted = (rows: Row[]): { found: number; of: number; missed: string[] } => {
  const rowOf = (label: string): Row[] => rows.filter(({ credential }) => credential.label === label)
  const [administrator] = rowOf('Admin: no scope')
  const [viewer] = rowOf('Viewer: no scope')
  if (!administrator || !viewer) throw new Error('There is no administrator or no viewer among the credentials.')
  const gains = {
    'a key that gained, by what it was told': gainedOver(viewer.asked, administrator.asked),
    'a key that gained, as it is stored': gainedByRules(viewer, administrator.credential),
  }
  const missed = planted.filter(({ rules }) => divergencesOf(rules, rows).length === 0).map(({ name }) => name)
  for (const [name, gained] of Object.entries(gains)) if (gained.length === 0) missed.push(name)
  const of = planted.length + Object.keys(gains).length
  return { found: of - missed.length, of, missed }
}

/**
 * An administrator's keys in every combination; the short form takes those with one limit, and of the others every so many, by a
 * step that shares no factor with any dimension. Other owners have a share of them, each its own.
 */
const plansOf = (quick: boolean): Plan[] => {
  const [steps, owners] = quick ? [{ first: 67, others: 199 }, ownerPlans.slice(0, 5)] : [{ first: 1, others: 11 }, ownerPlans]
  return owners.flatMap((owner, row) => {
    const step = row === 0 ? steps.first : steps.others
    const isKept = ({ limits }: ScopePlan, place: number): boolean => place % step === (row * 7) % step || limits <= (row === 0 ? 1 : 0)
    return scopePlans.filter(isKept).map((scope) => ({ owner, scope }))
  })
}

/** One in so many. */
type Shares = { attempts: number; keys: number }

type Lot = { rows: Row[]; makers: number; tried: Tried[]; replay: Replay }

/** One tenant of credentials, what each may do, and what each makes of the others. */
const runLot = async (world: World, plans: Plan[], shares: Shares, say: (line: string) => void): Promise<Lot> => {
  const accounts: Accounts = {
    admin: await world.addAccount('Admin'),
    viewer: await world.addAccount('Viewer'),
    stranger: await world.addAccount('Developer'),
  }
  const rows = await eachOf(plans, workers, ({ owner, scope }) => makeRow(world, accounts, owner, scope))
  const makers = rows.filter(({ asked }) => asked.some(({ name, verdict }) => name === 'createApiKey' && verdict === 'allowed'))
  const tried = await eachOf(makers, workers, (maker, place) => {
    let [attempt, key] = [place, place]
    return tryToEscalate(world, maker, accounts, {
      isKept: () => attempt++ % shares.attempts === 0,
      isAsked: () => key++ % shares.keys === 0,
    })
  })
  const replay = await tryReplays(
    world,
    makers.map(({ credential }) => credential),
  )
  say(`${world.tenant.host}: ${rows.length} credentials, ${makers.length} makers of ${sumOf(tried, ({ made }) => made)} keys`)
  return { rows, makers: makers.length, tried, replay }
}

const sumOf = <T>(items: T[], pick: (item: T) => number): number => items.reduce((total, item) => total + pick(item), 0)

// Every list is read to its end for each credential: in one tenant for all, most of the time would go there.
const plansPerTenant = 40

const runLots = async (world: World, quick: boolean, say: (line: string) => void): Promise<Lot[]> => {
  const plans = plansOf(quick)
  // The short form gives each maker a different part of the attempts, so that all are made by someone. In the full form each makes
  // all, and of what they get a part is tried on every operation, for each another.
  const shares: Shares = quick ? { attempts: 30, keys: 1 } : { attempts: 1, keys: 12 }
  const lots = Array.from({ length: Math.ceil(plans.length / plansPerTenant) }, (_, lot) =>
    plans.slice(lot * plansPerTenant, (lot + 1) * plansPerTenant),
  )
  const done: Lot[] = []
  for (const lot of lots) done.push(await runLot(await world.beside(`keys-${done.length}`), lot, shares, say))
  return done
}

const run = async (world: World, { quick, plants, say }: TrialOptions): Promise<Finding> => {
  const lots = await runLots(world, quick, say)
  const rows = lots.flatMap((lot) => lot.rows)
  const tried = lots.flatMap((lot) => lot.tried)
  const verdicts = countVerdicts(rows)
  const divergences = divergencesOf(allRules, rows)
  const escalations = tried.flatMap((one) => one.escalations)
  for (const finding of [...divergences, ...escalations].slice(0, 20)) say(`  ${JSON.stringify(finding)}`)

  const replay = {
    tries: sumOf(lots, (lot) => lot.replay.tries),
    leaks: sumOf(lots, (lot) => lot.replay.leaks),
    replays: sumOf(lots, (lot) => lot.replay.replays),
  }
  const expiry = await tryToOutlive(world, await world.addAccount('Developer'), await world.addDeployments())
  const holes = plants ? findPlanted(rows) : undefined
  const calls = sumOf(rows, ({ asked }) => asked.length)
  const allowed = verdicts['allowed'] ?? 0
  return {
    isPassed:
      divergences.length === 0 &&
      escalations.length === 0 &&
      allowed > 0 &&
      calls > allowed &&
      replay.leaks === 0 &&
      replay.replays === replay.tries &&
      replay.tries > 1 &&
      expiry.before.every((status) => status === 200) &&
      expiry.after.every((status) => status === 401) &&
      (holes === undefined || holes.found === holes.of),
    figures: {
      credentials: rows.length,
      calls: calls + sumOf(tried, (one) => one.calls),
      verdicts,
      divergences: divergences.length,
      makers: sumOf(lots, ({ makers }) => makers),
      keysMade: sumOf(tried, (one) => one.made),
      keysAlike: sumOf(tried, (one) => one.alike),
      keysAsked: sumOf(tried, (one) => one.asked),
      keysRefused: sumOf(tried, (one) => one.refused),
      escalations: escalations.length,
      replay,
      expiry,
      planted: holes,
    },
  }
}

export const trial: Trial = {
  family: 'security',
  name: 'keys',
  runsOn: 'landing',
  summary: 'every operation with every kind of API key and role, against an oracle',
  claim: 'A credential can do no more than its scope and role allow, and cannot create a stronger credential.',
  gate: '0 divergences from the oracle and 0 escalations.',
  onFailure:
    'An operation checks less than it declares, or key creation accepted more than the creator holds. The report names operation and credential.',
  needs: ['postgres'],
  short: { seconds: 35, pace: 'works' },
  run: async (options) => {
    const world = await createWorld()
    try {
      return await run(world, options)
    } finally {
      await world.close()
    }
  },
}
