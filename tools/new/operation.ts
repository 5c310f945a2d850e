import { kebab } from '../generate/case.ts'
import { ensureArea } from './area.ts'
import { areaAuditTargets, areaFailures, contractFile } from './operation-contract.ts'
import { readOperation } from './operation-plan.ts'
import { handlerFile, testFile } from './operation-server.ts'
import { contractOf, domainOf, fresh, type Verb } from './verb.ts'
import { whoMayRow } from './who-may.ts'

/** One more operation: complete enough to compile and to guard its access, with one test that waits to be written. */
export const operation: Verb = {
  usage: `pnpm new operation <area>/<module> <operationId> <METHOD> <path> --tag "<Tag>" [--action <Action>]

  pnpm new operation archive/drawers moveDrawer POST '/api/v1/deployments/{deploymentId}/drawers/{drawerId}/moves' --tag Drawers --action FolderEdit

  Without --action: DeploymentRead or DeploymentUpdate below a deployment, All for a path with another parameter, else any caller.`,
  takes: ['tag', 'action'],
  read: (positionals, values, refuse) => {
    const plan = readOperation(positionals, values, refuse)
    const { area, module, id } = plan
    const handler = `${domainOf(area)}/${module}/${kebab(id)}`
    return [
      [`${contractOf(area)}/${module}.ts`, (text) => contractFile(plan, text)],
      [`${contractOf(area)}/failures.ts`, (text) => areaFailures(plan, text)],
      [`${contractOf(area)}/audit-targets.ts`, (text) => areaAuditTargets(plan, text)],
      [`packages/contract/test/who-may/${area}.ts`, (text) => whoMayRow(plan, text)],
      ensureArea(area),
      [`${handler}.ts`, fresh(`${handler}.ts`, handlerFile(plan), refuse)],
      [`${handler}.test.ts`, fresh(`${handler}.test.ts`, testFile(plan), refuse)],
    ]
  },
}
