import { type Action, defaultRoles } from '../../packages/contract/src/index.ts'
import { reachOf } from './contract.ts'
import type { Plan } from './plan.ts'

const weakestFirst = ['Viewer', 'Explorer', 'Developer', 'Admin'] as const

const weakestWith = (action: string): string =>
  weakestFirst.find((role) => (defaultRoles[role] as readonly Action[]).includes(action as Action)) ?? 'Admin'

/** The second table of rights with a row more, saying what the command line said. Whether that is right is for its author to see. */
export const whoMayRow = (plan: Plan, table: string): string => {
  const presets = plan.method === 'GET' && plan.action !== 'SecretsManage' ? ['read-only'] : []
  const words = plan.action === null ? [reachOf(plan), ...presets] : [plan.action, weakestWith(plan.action), reachOf(plan), ...presets]
  const row = `  ${plan.id}: ${plan.action === null ? 'anyKey' : 'key'}(${words.map((word) => `'${word}'`).join(', ')}),\n`
  return table.replace(/\}\n$/, (end) => `${row}${end}`)
}
