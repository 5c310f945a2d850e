import { FacetFailure } from '@facet/client'
import { until } from '../../../harness/until.ts'
import { type Shown, shownMark, type WidgetAttack } from './attack.ts'
import { mountSdk, openScene, originOf, type Scene, settle, type Trick } from './scene.ts'
import { creator, type Stage } from './stage.ts'

export type Attacks = { widgets: readonly WidgetAttack[]; tricks: readonly Trick[] }

/** `undrawn`: attacks whose widget never appeared, so they prove nothing. */
export type Outcome = { succeeded: string[]; undrawn: string[] }

const isDrawn = async (attack: WidgetAttack, { frame }: Shown, { done }: Scene): Promise<boolean> => {
  const box = frame.locator(`[data-widget="${attack.name}"]`)
  if (attack.name.startsWith('m-')) return (await box.getByText(shownMark(attack.name)).count()) > 0
  if (attack.name.startsWith('h-')) return done.has(attack.name)
  const isBusy = (await box.getByText('Loading …').count()) + (await box.locator('[aria-busy="true"]').count()) > 0
  return !isBusy && (await box.locator(':is(figure, table, p, select, input, button)').count()) > 0
}

const namesOf = async (attacks: readonly WidgetAttack[], is: (attack: WidgetAttack) => boolean | Promise<boolean>): Promise<string[]> => {
  const found = await Promise.all(attacks.map(async (attack) => is(attack)))
  return attacks.filter((_, at) => found[at]).map(({ name }) => name)
}

/** Opens one board as a viewer, does what viewers do, and returns the attacks that succeeded. */
const tryBoard = async (stage: Stage, board: string, attacks: readonly WidgetAttack[]): Promise<Outcome> => {
  const scene = await openScene(stage, stage.site.host, attacks.some(({ isCreators }) => isCreators) ? creator : {})
  try {
    const frame = await mountSdk(scene, originOf(stage), stage.boards.get(board)?.publicId ?? '')
    const shown: Shown = { page: scene.page, frame, hits: scene.hits, canary: stage.canary.origin }
    const isSettled = async (attack: WidgetAttack): Promise<boolean> =>
      scene.hits.has(attack.name) || (await isDrawn(attack, shown, scene).catch(() => false))
    await until(async () => (await namesOf(attacks, isSettled)).length === attacks.length)
    const undrawn = await namesOf(attacks, async (attack) => !(await isSettled(attack)))
    for (const attack of attacks) await attack.act?.(shown).catch(() => undefined)
    await settle(scene, stage.canary.origin)
    return { succeeded: await namesOf(attacks, ({ name, isSeen }) => isSeen?.(shown) ?? scene.hits.has(name)), undrawn }
  } finally {
    await scene.close()
  }
}

const tryWidgets = async (stage: Stage, attacks: readonly WidgetAttack[]): Promise<Outcome> => {
  const found: Outcome = { succeeded: [], undrawn: [] }
  for (const [board, own] of Map.groupBy(attacks, (attack) => attack.board)) {
    const { succeeded, undrawn } = await tryBoard(stage, board, own)
    found.succeeded.push(...succeeded)
    found.undrawn.push(...undrawn)
  }
  return found
}

const reportOf = ({ widget }: WidgetAttack, stage: Stage) => {
  const spec = widget({ canary: stage.canary.origin, datagrams: stage.canary.datagrams })
  return 'report' in spec ? spec.report : undefined
}

/** Hostile charts that the API saved though it must refuse them. */
const savedCharts = async (stage: Stage, attacks: readonly WidgetAttack[]): Promise<string[]> => {
  const api = stage.installation.client(stage.service, stage.tenant)
  const saved: string[] = []
  for (const attack of attacks) {
    const report = reportOf(attack, stage)
    if (!report?.isRefused) continue
    const body = { name: attack.name, meta: { kind: report.kind, spec: report.spec } }
    try {
      await api.createReport({ params: { deploymentId: stage.embedding.deploymentId }, body })
      saved.push(attack.name)
    } catch (error) {
      if (!(error instanceof FacetFailure) || error.code !== 'chart_not_allowed') throw error
    }
  }
  return saved
}

/** Tries all attacks. Hostile charts are tried uncompiled, and as compiled charts from before the rules. */
export const tryAttacks = async (stage: Stage, { widgets, tricks }: Attacks): Promise<Outcome> => {
  await stage.storeCharts('uncompiled')
  const { succeeded, undrawn } = await tryWidgets(stage, widgets)
  await stage.storeCharts('compiled')
  const compiled = await tryWidgets(
    stage,
    widgets.filter((attack) => reportOf(attack, stage)?.vega),
  )
  succeeded.push(...compiled.succeeded.map((name) => `${name}, compiled`))
  succeeded.push(...(await savedCharts(stage, widgets)).map((name) => `${name}, saved`))
  for (const trick of tricks) if (await trick.succeeds(stage)) succeeded.push(trick.name)
  return { succeeded, undrawn: [...undrawn, ...compiled.undrawn] }
}
