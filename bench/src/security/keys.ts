import { eachOf } from '../harness/each-of.ts'
import type { Finding, Trial } from '../trial.ts'
import { ownerPlans, scopePlans } from './keys/credentials.ts'
import { gainedOver, tryReplays, tryToEscalate, tryToOutlive } from './keys/escalation.ts'
import { type Accounts, countVerdicts, divergencesOf, makeRow, type Row } from './keys/matrix.ts'
import { contractRules, type Rules } from './keys/oracle.ts'
import { createWorld, type World } from './keys/world.ts'

const workers = 6

const planted: { name: string; rules: Rules }[] = [
  {
    name: 'a secret any role may read',
    rules: { ...contractRules, getEnvVariables: { ...contractRules.getEnvVariables, action: 'DeploymentRead' } },
  },
  { name: 'a preset that deletes', rules: { ...contractRules, deleteDeployment: { ...contractRules.deleteDeployment, presets: ['ci'] } } },
  {
    name: 'a tenant-wide route that is not',
    rules: { ...contractRules, listAuditLogs: { ...contractRules.listAuditLogs, reach: 'caller' } },
  },
]

/** Holes that are not there, to see that each would be counted. */
const findPlanted = (rows: Row[]): { found: number; of: number } => {
  const rowOf = (label: string): Row[] => rows.filter(({ credential }) => credential.label === label)
  const [administrator] = rowOf('Admin: no scope')
  const [viewer] = rowOf('Viewer: no scope')
  const isGainSeen = administrator && viewer && gainedOver(viewer.asked, administrator.asked).length > 0
  const seen = planted.filter(({ rules }) => divergencesOf(rules, rows).length > 0).length
  return { found: seen + (isGainSeen ? 1 : 0), of: planted.length + 1 }
}

const run = async (world: World, quick: boolean, say: (line: string) => void): Promise<Finding> => {
  const accounts: Accounts = {
    admin: await world.addAccount('Admin'),
    viewer: await world.addAccount('Viewer'),
    stranger: await world.addAccount('Developer'),
  }
  const owners = quick ? ownerPlans.slice(0, 5) : ownerPlans
  const plans = owners.flatMap((owner) => scopePlans.map((scope) => ({ owner, scope })))
  const rows = await eachOf(plans, workers, ({ owner, scope }) => makeRow(world, accounts, owner, scope))
  const verdicts = countVerdicts(rows)
  const divergences = divergencesOf(contractRules, rows)
  say(`${rows.length} credentials, every operation: ${JSON.stringify(verdicts)}; ${divergences.length} divergences`)
  for (const divergence of divergences.slice(0, 20)) say(`  ${JSON.stringify(divergence)}`)

  const parents = rows.filter(({ asked }) => asked.some(({ name, verdict }) => name === 'createApiKey' && verdict === 'allowed'))
  // The short form gives each parent a different part of the attempts, so that all are made by someone.
  const share = quick ? 6 : 1
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
  run: async ({ quick, say }) => {
    const world = await createWorld()
    try {
      return await run(world, quick, say)
    } finally {
      await world.close()
    }
  },
}
