import type { WidgetAttack } from './attack.ts'
import { compileGuard, guardNames } from './guards.ts'
import { saveCharts, savingGuard } from './saving.ts'
import type { Trick } from './scene.ts'
import type { Stage, World } from './stage.ts'
import { tryWidgets } from './try-widgets.ts'

export type Attacks = { widgets: readonly WidgetAttack[]; tricks: readonly Trick[] }

type Guarded = { name: string; guards: readonly string[] }

const tryTricks = async (stage: Stage, world: World, tricks: readonly Trick[]): Promise<string[]> => {
  const succeeded: string[] = []
  for (const trick of tricks) if (await trick.succeeds(stage, world)) succeeded.push(trick.name)
  return succeeded
}

const isStoredChart = ({ guards }: Guarded): boolean => guards.includes(compileGuard)
/** What keeps it off also where its chart is stored and compiled already. */
const isHeldByPage = ({ guards }: Guarded): boolean => guards.some((guard) => guard !== savingGuard && guard !== compileGuard)

/** The service as it is: what succeeds there, of all. */
export const tryReal = async (stage: Stage, { widgets, tricks }: Attacks): Promise<string[]> => {
  await stage.keepCharts(false)
  const succeeded = await tryWidgets(stage, stage.real, widgets, false)
  await stage.keepCharts(true)
  const stored = widgets.filter((attack) => isStoredChart(attack) && isHeldByPage(attack))
  succeeded.push(...(await tryWidgets(stage, stage.real, stored, false)).map((name) => `${name}, stored`))
  succeeded.push(...(await saveCharts(stage, stage.real, widgets)).map((name) => `${name}, saved`))
  succeeded.push(...(await tryTricks(stage, stage.real, tricks)))
  return succeeded
}

/** With every guard off: what fails even so, and so says nothing where it is refused. */
export const tryBare = async (stage: Stage, { widgets, tricks }: Attacks): Promise<string[]> => {
  const world = await stage.planted(guardNames)
  await stage.keepCharts(true)
  const armed = [...widgets, ...tricks].filter(({ guards }) => guards.length > 0)
  const succeeded = new Set([
    ...(await tryWidgets(stage, world, widgets, true)),
    ...(await tryTricks(
      stage,
      world,
      tricks.filter(({ guards }) => guards.length > 0),
    )),
  ])
  const saved = await saveCharts(stage, world, widgets)
  const unsaved = widgets.filter(({ guards, name }) => guards.includes(savingGuard) && !saved.includes(name))
  return [...armed.filter(({ name }) => !succeeded.has(name)), ...unsaved].map(({ name }) => name)
}

/** With every guard off but this one: what succeeds of the attacks that it keeps off by itself. */
export const tryAlone = async (stage: Stage, guard: string, { widgets, tricks }: Attacks): Promise<string[]> => {
  const world = await stage.planted(guardNames.filter((name) => name !== guard))
  const own = <T extends Guarded>(attacks: readonly T[]): T[] => attacks.filter(({ guards }) => guards.includes(guard))
  if (guard === savingGuard) return saveCharts(stage, world, own(widgets))
  await stage.keepCharts(guard !== compileGuard)
  return [...(await tryWidgets(stage, world, own(widgets), false)), ...(await tryTricks(stage, world, own(tricks)))]
}
