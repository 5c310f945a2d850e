import { auditTargetKinds, failureCodes, unservedOperations } from '@facet/contract'
import { pascal, snake, words } from '../generate/case.ts'
import { addEntry, addImport } from './edits.ts'
import { auditKindOf, isId, targetOf } from './names.ts'
import type { OperationPlan } from './operation-plan.ts'

const schemaOf = (param: string): string => (isId(param) ? 'Id' : 'Text(255, { minLength: 1 })')

const paramsOf = ({ params }: OperationPlan): string => {
  const others = params.filter((param) => param !== 'deploymentId').map((param) => `${param}: ${schemaOf(param)}`)
  if (!params.includes('deploymentId')) return `Type.Object({ ${others.join(', ')} })`
  return others.length === 0 ? 'DeploymentParams' : `Type.Object({ ...DeploymentParams.properties, ${others.join(', ')} })`
}

const exampleOf = ({ params }: OperationPlan): string => params.map((param) => `${param}: ${isId(param) ? 1042 : "'first'"}`).join(', ')

const notFoundCodeOf = (noun: string): string => `${snake(noun)}_not_found`

const failuresOf = (plan: OperationPlan): string[] => {
  const target = targetOf(plan)
  if (target.kind === 'caller') return []
  return [target.kind === 'deployment' ? 'deployment_not_found' : notFoundCodeOf(target.noun)]
}

export const reachOf = (plan: OperationPlan): string => {
  const { kind } = targetOf(plan)
  if (kind === 'deployment') return 'deployment'
  return kind === 'caller' && plan.action === null ? 'caller' : 'tenant'
}

/** Whether the operation is an extension of Facet, not one of the reference API. */
const isOwn = (plan: OperationPlan): boolean => !unservedOperations.some(({ method, path }) => method === plan.method && path === plan.path)

const operationOf = (plan: OperationPlan): string => {
  const summary = words(plan.id)
  return `
export const ${plan.id} = operation({
  id: '${plan.id}',
  method: '${plan.method}',
  path: '${plan.path}',
  database: 'whole',
  tag: '${plan.tag.replaceAll("'", "\\'")}',
  summary: '${pascal(summary)}',
${plan.params.length > 0 ? `  params: ${paramsOf(plan)},\n` : ''}  returns: schema('${pascal(plan.id)}Response', { success: Type.Boolean() }),
  failures: [${failuresOf(plan)
    .map((code) => `'${code}'`)
    .join(', ')}],
  action: ${plan.action === null ? 'null' : `'${plan.action}'`},
  reach: '${reachOf(plan)}',
  credentials: ['api_key'],
${plan.method === 'GET' ? '' : `  audit: ['${auditKindOf(targetOf(plan))}'],\n`}${isOwn(plan) ? '  own: true,\n' : ''}  example: { ${plan.params.length > 0 ? `params: { ${exampleOf(plan)} }, ` : ''}returns: { success: true } },
})
`
}

/** The contract file of the module with one operation more; `existing` is empty for a module that is new. */
export const contractFile = (plan: OperationPlan, existing: string): string => {
  const kinds = plan.params.filter((param) => param !== 'deploymentId').map((param) => (isId(param) ? 'Id' : 'Text'))
  const imported = addImport(addImport(existing, '../operation.ts', ['operation']), '../schema.ts', ['schema', 'Type', ...kinds])
  const deploymentParts = plan.area === 'hosting' ? './deployment-parts.ts' : '../hosting/deployment-parts.ts'
  const complete = plan.params.includes('deploymentId') ? addImport(imported, deploymentParts, ['DeploymentParams']) : imported
  return `${complete.trimEnd()}\n${operationOf(plan)}`
}

const emptyFailures = `import type { FailureDefinitions } from '../failure-kinds.ts'

/** The failure codes of this area. */
export const failures = {
} as const satisfies FailureDefinitions
`

/** The failures file of the area. Adds the code of a resource that is not found, unless the contract has it. */
export const areaFailures = (plan: OperationPlan, existing: string): string => {
  const target = targetOf(plan)
  if (target.kind !== 'resource' || Object.hasOwn(failureCodes, notFoundCodeOf(target.noun))) return existing
  const meaning = `No such ${words(target.noun)}, or none that this caller may see.`
  return addEntry(existing || emptyFailures, `${notFoundCodeOf(target.noun)}: { kind: 'not_found', meaning: '${meaning}' }`)
}

const emptyAuditTargets = `import type { AuditTargetDefinitions } from '../audit-target-definition.ts'

/** The kinds of resources that audit entries of this area name. */
export const auditTargets = {
} as const satisfies AuditTargetDefinitions
`

/** The audit targets file of the area. Adds the kind of a resource that is written, unless the contract has it. */
export const areaAuditTargets = (plan: OperationPlan, existing: string): string => {
  const target = targetOf(plan)
  if (target.kind !== 'resource' || plan.method === 'GET') return existing
  const kind = snake(target.noun)
  if (auditTargetKinds.some((known) => known === kind)) return existing
  return addEntry(existing || emptyAuditTargets, `${kind}: { param: '${target.param}' }`)
}
