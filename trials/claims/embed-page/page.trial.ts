import { judged } from '../../harness/last-line.ts'
import type { Trial } from '../../trial.ts'
import { messageTricks } from './attacks/message-tricks.ts'
import { pageTricks } from './attacks/page-tricks.ts'
import { isAnswered, queryTricks } from './attacks/query-tricks.ts'
import { onStage, widgetAttacks } from './attacks/stage.ts'
import { type Attacks, tryAttacks } from './attacks/try-attacks.ts'

const browserTricks = [...messageTricks, ...pageTricks]
const parts = 4
const dayMs = 86_400_000

/** The short form tries all queries, and a quarter of the boards and browser tricks: another quarter each day. */
const attacksOf = (day: number): Attacks => {
  const isDue = (_: unknown, at: number): boolean => at % parts === day % parts
  const boards = new Set([...new Set(widgetAttacks.map(({ board }) => board))].filter(isDue))
  return { widgets: widgetAttacks.filter(({ board }) => boards.has(board)), tricks: [...browserTricks.filter(isDue), ...queryTricks] }
}

export const trial: Trial = {
  family: 'security',
  name: 'page',
  runsOn: 'landing',
  summary: 'charts, reports, texts, themes, messages and queries that attack the embedded page in Chromium',
  claim: 'Content and viewers cannot read the token, run script, load foreign addresses or navigate the host page.',
  gate: '0 attacks succeed. Every hostile widget is drawn, and the valid requests of a viewer are answered.',
  onFailure:
    '`succeeded` names the attack, as in `embed-page/attacks`. `undrawn`: the widget of an attack did not appear, so it proves nothing.',
  needs: ['postgres', 'chromium'],
  short: { seconds: 25, pace: 'works' },
  run: ({ quick, say }) =>
    onStage(async (stage) => {
      const attacks = quick
        ? attacksOf(Math.floor(Date.now() / dayMs))
        : { widgets: widgetAttacks, tricks: [...browserTricks, ...queryTricks] }
      const { succeeded, undrawn } = await tryAttacks(stage, attacks)
      const isValidAnswered = await isAnswered(stage)
      const count = attacks.widgets.length + attacks.tricks.length
      say(`${count} attacks: ${JSON.stringify(succeeded)} succeed`)
      return {
        ...judged({
          'no attack succeeds': succeeded.length === 0,
          'every hostile widget is drawn': undrawn.length === 0,
          'valid requests are answered': isValidAnswered,
        }),
        figures: { attacks: count, succeeded, undrawn },
      }
    }),
}
