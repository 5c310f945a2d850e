import { underConditions } from '../harness/machine.ts'
import { median } from '../harness/numbers.ts'
import type { Trial } from '../trial.ts'
import { watched } from '../watched.ts'
import { type Fleet, type FleetNode, startFleet } from './fleet/fleet.ts'
import { loseOnPurpose } from './fleet/kill-control.ts'
import { phases } from './fleet/kill-phases.ts'
import { killRounds, type KillTrial, maxTakeOverMs, type Round } from './fleet/kill-rounds.ts'
import { countLost, isLossless } from './fleet/lost-tokens.ts'
import { createModel, type Model } from './fleet/models.ts'
import { isPassing, startTokenWriters } from './fleet/token-writers.ts'

const nodeCount = 3
const modelCount = 3
const writerCount = 3
// Writers that never rest grow the data models until looking at them takes longer than the kills.
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
    models,
  }
}

export const trial: Trial = {
  family: 'faults',
  name: 'authoring-kill',
  runsOn: 'landing',
  summary: 'SIGKILL of the owner of a data model in each phase of a write',
  claim: 'No acknowledged write is lost when a node dies, and another node takes over.',
  gate: '0 acknowledged writes lost, clean `git fsck`, takeover within 10 s.',
  onFailure: '`inStore`: a write is acknowledged before pack and row are durable. `throughApi`: the other node shows old state.',
  watches: [...watched.authoring, 'http'],
  needs: ['postgres', 's3'],
  short: { seconds: 50, pace: 'waits' },
  run: async ({ quick, say }) => {
    const kills = quick ? 1 : 20
    const fleet = await startFleet(nodeCount)
    try {
      const { value, conditions } = await underConditions(() => killEverywhere(fleet, kills, say))
      const { models, ...figures } = value
      const control = await loseOnPurpose(fleet, models[0] as Model)
      const summaries = Object.values(figures.byPhase)
      const isPassed =
        summaries.every(({ kills: made, lost, takeOverMs }) => made === kills && lost === 0 && takeOverMs.max <= maxTakeOverMs) &&
        isLossless(figures.losses) &&
        figures.wrongAnswers === 0 &&
        // Were none found here, finding none above would say nothing.
        control.inStore === 1 &&
        control.throughApi === 1
      return { isPassed, figures: { ...figures, control, ...conditions } }
    } finally {
      await fleet.close()
    }
  },
}
