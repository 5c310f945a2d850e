import { type Action, defaultRoles } from '@facet/contract'
import { reachOf } from './operation-contract.ts'
import { addEntry, addImport } from './edits.ts'
import type { OperationPlan } from './operation-plan.ts'

const weakestFirst = ['Viewer', 'Explorer', 'Developer', 'Admin'] as const

const weakestWith = (action: string): string =>
  weakestFirst.find((role) => (defaultRoles[role] as readonly Action[]).includes(action as Action)) ?? 'Admin'

/** The area's part of the second table of rights with a row more, saying what the command line said. Whether that is right is for its author to see. */
export const whoMayRow = (plan: OperationPlan, existing: string): string => {
  const presets = plan.method === 'GET' && plan.action !== 'SecretsManage' ? ['read-only'] : []
  const words = plan.action === null ? [reachOf(plan), ...presets] : [plan.action, weakestWith(plan.action), reachOf(plan), ...presets]
  const right = plan.action === null ? 'anyKey' : 'key'
  const imported = addImport(existing || '\nexport const whoMay = {\n} satisfies WhoMayRows\n', '../rights.ts', [right, 'type WhoMayRows'])
  return addEntry(imported, `${plan.id}: ${right}(${words.map((word) => `'${word}'`).join(', ')})`)
}
