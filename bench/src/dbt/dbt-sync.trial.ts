import { isDeepStrictEqual } from 'node:util'
import { findingOf } from '../harness/gate.ts'
import { median, rounded } from '../harness/numbers.ts'
import { comparisonOf, inRounds, type Rounds } from '../harness/pairs.ts'
import type { Trial } from '../trial.ts'
import { openSyncGround, type Synced, type SyncGround } from './dbt-sync/ground.ts'

/** What orchestration may take over the script: two seconds, or this much of it where that is more. */
const overMs = 2000
const over = 0.05
const stretch = 1.03
const gates = { unchanged: 0.1, elsewhere: 0.1, parse: 0.45 }

type Say = (line: string) => void

type Round = { script: number; full: Synced; unchanged: Synced; elsewhere: Synced; changed: Synced }

/** A full run and the script on a head that nobody has seen, the same head again to the same branch and to another, and the next head. */
const measureRound = async ({ remote, script, sync, generatedOn }: SyncGround, at: number, isSubjectFirst: boolean): Promise<Round> => {
  const [ref, branchName] = [`round-${at}`, `review-${at}`]
  await remote.push(ref)
  const early = isSubjectFirst ? await sync({ ref, branchName }) : undefined
  const { ms, made } = await script.time(ref)
  const full = early ?? (await sync({ ref, branchName }))
  if (!isDeepStrictEqual(await generatedOn(branchName), made))
    throw new Error('The measurement is broken: the script and the sync made different files.')
  const unchanged = await sync({ ref, branchName })
  const elsewhere = await sync({ ref, branchName: `again-${at}` })
  await remote.push(ref)
  return { script: ms, full, unchanged, elsewhere, changed: await sync({ ref, branchName }) }
}

/** What each run is to have done, whatever it took. */
const isWhole = ({ full, unchanged, elsewhere, changed }: Round): boolean =>
  !full.isPartial &&
  full.commit !== null &&
  unchanged.parseMs === null &&
  unchanged.commit === null &&
  elsewhere.parseMs === null &&
  elsewhere.commit !== null &&
  changed.isPartial &&
  changed.commit !== null

const describe = ({ script, full, unchanged, elsewhere, changed }: Round): string =>
  `script ${Math.round(script)}, sync ${Math.round(full.ms)} ${JSON.stringify(full.phases)}, unchanged ${Math.round(unchanged.ms)}, ` +
  `to another branch ${Math.round(elsewhere.ms)}, changed ${Math.round(changed.ms)} ${JSON.stringify(changed.phases)}`

const judge = ({ rounds, repeated }: Rounds<Round>) => {
  const compared = (of: (round: Round) => [baseline: number, subject: number]) =>
    comparisonOf(
      rounds.map((round) => {
        const [baseline, subject] = of(round)
        return { stealPercent: round.stealPercent, load: round.load, pausedMs: round.pausedMs, baseline, subject }
      }),
      repeated,
    )
  const orchestration = compared(({ script, full }) => [script, full.ms])
  const gate = rounded(1 + Math.max(over, overMs / orchestration.baseline))
  const others = {
    unchanged: compared(({ full, unchanged }) => [full.ms, unchanged.ms]).ratio,
    elsewhere: compared(({ full, elsewhere }) => [full.ms, elsewhere.ms]).ratio,
    parse: compared(({ full, changed }) => [full.parseMs ?? 0, changed.parseMs ?? Number.POSITIVE_INFINITY]).ratio,
  }
  const phases = Object.keys(rounds[0]?.full.phases ?? {}).map((phase) => [
    phase,
    Math.round(median(rounds.map(({ full }) => full.phases[phase] ?? 0))),
  ])
  return {
    isWhole: rounds.every(isWhole),
    isReached:
      orchestration.ratio <= gate &&
      others.unchanged <= gates.unchanged &&
      others.elsewhere <= gates.elsewhere &&
      others.parse <= gates.parse,
    figures: {
      ...orchestration,
      better: 'lower',
      gate,
      stretch,
      unit: 'ms',
      ...others,
      gates,
      phases: Object.fromEntries(phases) as object,
    },
  }
}

const measure = async (ground: SyncGround, count: number, say: Say) => {
  let at = 0
  return judge(await inRounds(count, (isSubjectFirst) => measureRound(ground, at++, isSubjectFirst), { say, describe }))
}

export const trial: Trial = {
  family: 'bench',
  name: 'dbt-sync',
  runsOn: 'nightly',
  summary: 'dbt sync of 1,000 models, against a shell script that does the same',
  claim: 'A dbt sync costs little more than the programs that it runs, and an unchanged head costs almost nothing.',
  gate: 'At most 5 % or 2 s above the script. Unchanged head at most 0.1 of the full run. Second parse at most 0.45 of the first.',
  onFailure: 'A phase starts late, or files are copied or compiled twice. `phases` shows where the time goes.',
  needs: ['postgres', 'temporal', 'cube', 'namespaces', 'bubblewrap'],
  short: { seconds: 120, pace: 'alone' },
  run: async ({ quick, say }) => {
    const [models, rounds] = quick ? [100, 1] : [1000, 5]
    const ground = await openSyncGround(models)
    try {
      say(`ms for ${models} models, from the clone to the commit`)
      const { isWhole: isHeld, isReached, figures } = await measure(ground, rounds, say)
      return findingOf(quick, { isHeld, isReached, figures: { ...figures, models, isWhole: isHeld } })
    } finally {
      await ground.close()
    }
  },
}
