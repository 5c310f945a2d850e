import type { WidgetAttack } from './attack.ts'
import { chartAttacks } from './chart-attacks.ts'
import { markdownAttacks } from './markdown-attacks.ts'
import { reportAttacks } from './report-attacks.ts'
import { textAttacks } from './text-attacks.ts'

/** What authors put on dashboards. */
export const widgetAttacks: readonly WidgetAttack[] = [...markdownAttacks, ...textAttacks, ...reportAttacks, ...chartAttacks]
