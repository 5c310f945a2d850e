import { type Shown, shownMark, type WidgetAttack } from './attack.ts'
import { mountSdk, openScene, originOf, type Scene, settle } from './scene.ts'
import { creator, type Stage, type World } from './stage.ts'
import { until } from './until.ts'

const isShown = async (attack: WidgetAttack, { frame }: Shown, { done }: Scene): Promise<boolean> => {
  const box = frame.locator(`[data-widget="${attack.name}"]`)
  if (attack.name.startsWith('m-')) return (await box.getByText(shownMark(attack.name)).count()) > 0
  if (attack.name.startsWith('h-')) return done.has(attack.name)
  const isBusy = (await box.getByText('Loading …').count()) + (await box.locator('[aria-busy="true"]').count()) > 0
  return !isBusy && (await box.locator(':is(figure, table, p, select, input, button)').count()) > 0
}

const seen = async (attacks: readonly WidgetAttack[], shown: Shown): Promise<string[]> => {
  const isSeen = async ({ name, isSeen: ask }: WidgetAttack): Promise<boolean> => (ask ? ask(shown) : shown.hits.has(name))
  const found = await Promise.all(attacks.map(isSeen))
  return attacks.filter((_, at) => found[at]).map(({ name }) => name)
}

const quietly = (act: Promise<unknown>): Promise<unknown> => act.catch(() => undefined)

/** Opens one board as a viewer does, does what viewers do, and says which of the attacks on it succeeded. */
const tryBoard = async (
  stage: Stage,
  world: World,
  board: string,
  attacks: readonly WidgetAttack[],
  isBare: boolean,
): Promise<string[]> => {
  const scene = await openScene(stage, world, stage.site.host, attacks.some(({ isCreators }) => isCreators) ? creator : {})
  try {
    const publicId = stage.boards.get(board)?.publicId ?? ''
    const frame = await mountSdk(scene, originOf(stage, world), publicId)
    const shown: Shown = { page: scene.page, frame, hits: scene.hits, canary: stage.canary.origin }
    const isSettled = async (attack: WidgetAttack): Promise<boolean> =>
      scene.hits.has(attack.name) || (await isShown(attack, shown, scene).catch(() => false))
    await until(async () => (await Promise.all(attacks.map(isSettled))).every(Boolean))
    for (const attack of attacks) if (attack.act) await quietly(attack.act(shown))
    await settle(scene, stage.canary.origin)
    if (isBare) await until(async () => (await seen(attacks, shown)).length === attacks.length)
    return await seen(attacks, shown)
  } finally {
    await scene.close()
  }
}

/** `isBare`: all are expected to succeed, so each is given its time. */
export const tryWidgets = async (stage: Stage, world: World, attacks: readonly WidgetAttack[], isBare: boolean): Promise<string[]> => {
  const succeeded: string[] = []
  for (const [board, own] of Map.groupBy(attacks, (attack) => attack.board))
    succeeded.push(...(await tryBoard(stage, world, board, own, isBare)))
  return succeeded
}
