import { median } from '../../../harness/numbers.ts'
import type { Finding, TrialOptions } from '../../../trial.ts'
import type { Fleet, FleetNode } from './fleet.ts'
import { phases } from './kill-phases.ts'
import { killRounds, type KillTrial, maxTakeOverMs, type Round } from './kill-rounds.ts'
import { countLost, isLossless } from './lost-tokens.ts'
import { createModel, type Model } from './models.ts'
import { isPassing, startTokenWriters } from './token-writers.ts'

const modelCount = 3
const writerCount = 3
// Writers without a pause grow the data models until the checks take longer than the kills.
const writerPauseMs = 40

const summaryOf = (rounds: Round[], missed: number) => {
  const times = rounds.map(({ takeOverMs }) => takeOverMs)
  return {
    kills: rounds.length,
    missed,
    lost: rounds.filter(({ losses }) => !isLossless(losses)).length,
    takeOverMs: { median: Math.round(median(times)), max: Math.round(Math.max(...times)) },
  }
}

const killEverywhere = async (fleet: Fleet, kills: number, say: (line: string) => void) => {
  const models: Model[] = []
  for (let made = 0; made < modelCount; made++) models.push(await createModel(fleet, `Killed ${made}`))
  const writers = startTokenWriters(fleet, models, writerCount, writerPauseMs)
  const trial: KillTrial = { fleet, models, writers, taken: [], restarts: new Set() }
  const byPhase: Record<string, ReturnType<typeof summaryOf>> = {}
  try {
    for (const phase of phases) {
      const { rounds, missed } = await killRounds(trial, phase, kills, say)
      byPhase[phase] = summaryOf(rounds, missed)
    }
    await Promise.all(trial.restarts)
  } finally {
    await writers.stop()
  }
  const confirmed = [...writers.acknowledged, ...trial.taken]
  const losses = await countLost(fleet, confirmed, fleet.nodes[0] as FleetNode, models)
  const wrong = writers.refused.filter((refusal) => !isPassing(refusal) || (refusal.status === 503 && !refusal.hasRetryAfter))
  return {
    byPhase,
    confirmed: confirmed.length,
    repeated: writers.acknowledged.filter(({ tries }) => tries > 1).length,
    refused: writers.refused.length,
    wrongAnswers: wrong.length,
    ...(wrong.length > 0 ? { wrongAnswerExamples: wrong.slice(0, 3) } : {}),
    losses,
  }
}

/** Kills the owner of a data model in each phase of a write. */
export const killOwners = async (fleet: Fleet, { quick, say }: TrialOptions): Promise<Finding> => {
  const kills = quick ? 1 : 20
  const figures = await killEverywhere(fleet, kills, say)
  return {
    isPassed:
      Object.values(figures.byPhase).every(
        ({ kills: made, lost, takeOverMs }) => made === kills && lost === 0 && takeOverMs.max <= maxTakeOverMs,
      ) &&
      isLossless(figures.losses) &&
      figures.wrongAnswers === 0,
    figures,
  }
}
