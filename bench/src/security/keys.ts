import type { OperationId } from '@facet/contract'
import type { WhoMay } from '@facet/contract/who-may'
import { eachOf } from '../harness/each-of.ts'
import type { Finding, Trial } from '../trial.ts'
import { watched } from '../watched.ts'
import { type OwnerPlan, ownerPlans, type ScopePlan, scopePlans } from './keys/credentials.ts'
import { gainedOver, tryReplays, tryToEscalate, tryToOutlive } from './keys/escalation.ts'
import { type Accounts, countVerdicts, divergencesOf, makeRow, type Row } from './keys/matrix.ts'
import { allRules, type Rules, sentences } from './keys/oracle.ts'
import { createWorld, type World } from './keys/world.ts'

const workers = 6

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
  const isGainSeen = administrator && viewer && gainedOver(viewer.asked, administrator.asked).length > 0
  const missed = planted.filter(({ rules }) => divergencesOf(rules, rows).length === 0).map(({ name }) => name)
  if (!isGainSeen) missed.push('a key that gained')
  return { found: planted.length + 1 - missed.length, of: planted.length + 1, missed }
}

/**
 * An administrator's keys in every combination; the short form takes those with one limit, and of the others every so many, by a
 * step that shares no factor with any dimension. Other owners have a share of them, each its own.
 */
const plansOf = (quick: boolean): { owner: OwnerPlan; scope: ScopePlan }[] => {
  const [steps, owners] = quick ? [{ first: 23, others: 97 }, ownerPlans.slice(0, 5)] : [{ first: 1, others: 11 }, ownerPlans]
  return owners.flatMap((owner, row) => {
    const step = row === 0 ? steps.first : steps.others
    const isKept = ({ limits }: ScopePlan, place: number): boolean => place % step === (row * 7) % step || limits <= (row === 0 ? 1 : 0)
    return scopePlans.filter(isKept).map((scope) => ({ owner, scope }))
  })
}

const run = async (world: World, quick: boolean, say: (line: string) => void): Promise<Finding> => {
  const accounts: Accounts = {
    admin: await world.addAccount('Admin'),
    viewer: await world.addAccount('Viewer'),
    stranger: await world.addAccount('Developer'),
  }
  const plans = plansOf(quick)
  const rows = await eachOf(plans, workers, ({ owner, scope }) => makeRow(world, accounts, owner, scope))
  const verdicts = countVerdicts(rows)
  const divergences = divergencesOf(allRules, rows)
  say(`${rows.length} credentials, every operation: ${JSON.stringify(verdicts)}; ${divergences.length} divergences`)
  for (const divergence of divergences.slice(0, 20)) say(`  ${JSON.stringify(divergence)}`)

  const parents = rows.filter(({ asked }) => asked.some(({ name, verdict }) => name === 'createApiKey' && verdict === 'allowed'))
  // The short form gives each parent a different part of the attempts, so that all are made by someone.
  const share = quick ? 30 : 1
  const tried = await eachOf(parents, workers, (parent, place) => {
    let number = place
    return tryToEscalate(world, parent, accounts, () => number++ % share === 0)
  })
  const escalations = tried.flatMap((one) => one.escalations)
  const sum = (pick: (one: (typeof tried)[number]) => number): number => tried.reduce((total, one) => total + pick(one), 0)
  say(
    `${parents.length} makers: ${sum((one) => one.made)} keys made, ${sum((one) => one.refused)} refused; ${escalations.length} escalations`,
  )
  for (const escalation of escalations.slice(0, 20)) say(`  ${JSON.stringify(escalation)}`)

  const replay = await tryReplays(
    world,
    parents.map(({ credential }) => credential),
  )
  const expiry = await tryToOutlive(world, accounts.stranger, await world.addDeployments())
  const holes = findPlanted(rows)
  const calls = rows.reduce((total, { asked }) => total + asked.length, 0) + sum((one) => one.calls)
  const allowed = verdicts['allowed'] ?? 0
  const refused = rows.reduce((total, { asked }) => total + asked.length, 0) - allowed
  return {
    isPassed:
      divergences.length === 0 &&
      escalations.length === 0 &&
      allowed > 0 &&
      refused > 0 &&
      replay.leaks === 0 &&
      replay.replays === replay.tries &&
      replay.tries > 1 &&
      expiry.before.every((status) => status === 200) &&
      expiry.after.every((status) => status === 401) &&
      holes.found === holes.of,
    figures: {
      credentials: rows.length,
      calls,
      verdicts,
      divergences: divergences.length,
      makers: parents.length,
      keysMade: sum((one) => one.made),
      keysRefused: sum((one) => one.refused),
      escalations: escalations.length,
      replay,
      expiry,
      planted: holes,
    },
  }
}

export const keys: Trial = {
  name: 'keys',
  summary: 'no credential creates or becomes more than itself: every operation, preset, scope and role against an oracle',
  watches: [...watched.requests, ...watched.operations, 'apps/server/src/paging.ts'],
  needs: ['postgres'],
  short: { seconds: 65, pace: 'works' },
  run: async ({ quick, say }) => {
    const world = await createWorld()
    try {
      return await run(world, quick, say)
    } finally {
      await world.close()
    }
  },
}
