import type { Action } from '@facet/contract'
import { type Caller, mayOnDeployment } from '#access'

export type ItemKind = 'folder' | 'workbook' | 'report'

export const itemKinds = ['folder', 'workbook', 'report'] as const satisfies readonly ItemKind[]

/** How far somebody may go with an item; each includes those below it. */
export const levels = { none: 0, view: 1, edit: 2, full: 3 } as const

export type Level = (typeof levels)[keyof typeof levels]

/** What of an item's level a caller can use at most, by kind. */
export type LevelCaps = Readonly<Record<ItemKind, Level>>

export const evenCaps = (level: Level): LevelCaps => ({ folder: level, workbook: level, report: level })

const nouns = { folder: 'Folder', workbook: 'Workbook', report: 'Report' } as const
const steps = [
  ['Manage', levels.full],
  ['Edit', levels.edit],
  ['Read', levels.view],
] as const

/** The action that stands for a level of a kind, in roles and in policies. */
export const actionOf = (kind: ItemKind, level: Exclude<Level, 0>): Action =>
  `${nouns[kind]}${steps.find(([, stands]) => stands === level)?.[0] ?? 'Read'}` as Action

/** Whose roles are asked: a caller's, or somebody else's. */
export type RoleHolder = Pick<Caller, 'grants'>

const capOf = (caller: RoleHolder, deploymentId: number, kind: ItemKind): Level =>
  steps.find(([, level]) => mayOnDeployment(caller, actionOf(kind, level), deploymentId))?.[1] ?? levels.none

/** What the caller's roles leave of any level: without WorkbookEdit, nobody's workbook is edited. */
export const roleCaps = (caller: RoleHolder, deploymentId: number): LevelCaps => ({
  folder: capOf(caller, deploymentId, 'folder'),
  workbook: capOf(caller, deploymentId, 'workbook'),
  report: capOf(caller, deploymentId, 'report'),
})

export const lower = (a: Level, b: Level): Level => (a < b ? a : b)

/** The same for somebody who only looks. */
export const viewCaps = ({ folder, workbook, report }: LevelCaps): LevelCaps => ({
  folder: lower(folder, levels.view),
  workbook: lower(workbook, levels.view),
  report: lower(report, levels.view),
})
