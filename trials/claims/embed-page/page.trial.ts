import type { Finding, Trial, TrialOptions } from '../../trial.ts'
import { guardNames, sourceGuards } from './attacks/guards.ts'
import { messageTricks } from './attacks/message-tricks.ts'
import { pageTricks } from './attacks/page-tricks.ts'
import { queryTricks } from './attacks/query-tricks.ts'
import { openStage, type Stage } from './attacks/stage.ts'
import { widgetAttacks } from './attacks/widget-attacks.ts'
import { type Attacks, tryAlone, tryBare, tryReal } from './attacks/worlds.ts'

type Say = (line: string) => void

const all: Attacks = { widgets: widgetAttacks, tricks: [...messageTricks, ...pageTricks, ...queryTricks] }

const parts = 4
const dayMs = 86_400_000

/** The short form takes its turn of the dashboards and tricks, another each day. */
const turnOf = ({ widgets, tricks }: Attacks, day: number): Attacks => {
  const isDue = (at: number): boolean => at % parts === day % parts
  const boards = new Set([...new Set(widgets.map(({ board }) => board))].filter((_, at) => isDue(at)))
  return { widgets: widgets.filter(({ board }) => boards.has(board)), tricks: tricks.filter((_, at) => isDue(at)) }
}

/** Guards that no attack names: nobody would notice their loss. */
const unnamed = (): string[] => {
  const named = new Set([...all.widgets, ...all.tricks].flatMap(({ guards }) => guards))
  return guardNames.filter((name) => !named.has(name))
}

const tryGuards = async (stage: Stage, say: Say): Promise<string[]> => {
  const weak: string[] = []
  for (const guard of guardNames) {
    const succeeded = await tryAlone(stage, guard, all)
    say(`with "${guard}" alone: ${JSON.stringify(succeeded)} succeed`)
    weak.push(...succeeded.map((name) => `${guard}: ${name}`))
  }
  return weak
}

const run = async (stage: Stage, { quick, plants, say }: TrialOptions): Promise<Finding> => {
  const attacks = quick ? turnOf(all, Math.floor(Date.now() / dayMs)) : all
  const count = attacks.widgets.length + attacks.tricks.length
  const succeeded = await tryReal(stage, attacks)
  say(`${count} attacks: ${JSON.stringify(succeeded)} succeed`)
  const toothless = plants ? await tryBare(stage, attacks) : []
  if (plants) say(`without guards: ${JSON.stringify(toothless)} fail`)
  const weak = plants && !quick ? await tryGuards(stage, say) : []
  return {
    isPassed: succeeded.length === 0 && toothless.length === 0 && weak.length === 0 && unnamed().length === 0,
    figures: {
      attacks: count,
      succeeded,
      unnamedGuards: unnamed(),
      ...(plants ? { planted: { of: guardNames.length, weak, toothless } } : {}),
    },
  }
}

export const trial: Trial = {
  family: 'security',
  name: 'page',
  runsOn: 'landing',
  summary: 'charts, reports, texts, themes, messages and queries that attack the embedded page in Chromium',
  claim: 'Content and viewers cannot read the token, run script, load foreign addresses or navigate the host page.',
  gate: '0 attacks succeed. Nightly: each attack succeeds with all guards off, and each guard alone stops its attacks.',
  onFailure:
    '`succeeded` names the attack; `page/attacks` names its guards. `toothless`: the attack no longer works without guards and proves nothing.',
  plants: [sourceGuards.flatMap(({ changes }) => changes)],
  needs: ['postgres', 'chromium'],
  short: { seconds: 25, pace: 'works' },
  run: async (options) => {
    const stage = await openStage(options)
    try {
      return await run(stage, options)
    } finally {
      await stage.close()
    }
  },
}
