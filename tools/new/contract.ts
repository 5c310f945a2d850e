import { addImport, insertLine } from './insert.ts'
import { auditKindOf, camel, isId, pascal, snake, targetOf, words } from './names.ts'
import type { Plan } from './plan.ts'

const schemaOf = (param: string): string => (isId(param) ? 'Id' : 'Text(255, { minLength: 1 })')

const paramsOf = ({ params }: Plan): string => {
  const others = params.filter((param) => param !== 'deploymentId').map((param) => `${param}: ${schemaOf(param)}`)
  if (!params.includes('deploymentId')) return `Type.Object({ ${others.join(', ')} })`
  return others.length === 0 ? 'DeploymentParams' : `Type.Object({ ...DeploymentParams.properties, ${others.join(', ')} })`
}

const exampleOf = ({ params }: Plan): string => params.map((param) => `${param}: ${isId(param) ? 1042 : "'first'"}`).join(', ')

const failuresOf = (plan: Plan): string[] => {
  const target = targetOf(plan)
  if (target.kind === 'caller') return []
  return [target.kind === 'deployment' ? 'deployment_not_found' : `${snake(target.noun)}_not_found`]
}

export const reachOf = (plan: Plan): string => {
  const { kind } = targetOf(plan)
  if (kind === 'deployment') return 'deployment'
  return kind === 'caller' && plan.action === null ? 'caller' : 'tenant'
}

const operationOf = (plan: Plan): string => {
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
${plan.method === 'GET' ? '' : `  audit: ['${auditKindOf(targetOf(plan))}'],\n`}  example: { ${plan.params.length > 0 ? `params: { ${exampleOf(plan)} }, ` : ''}returns: { success: true } },
})
`
}

/** The contract file of the module with one operation more; `existing` is empty for a module that is new. */
export const contractFile = (plan: Plan, existing: string): string => {
  const kinds = plan.params.filter((param) => param !== 'deploymentId').map((param) => (isId(param) ? 'Id' : 'Text'))
  const imported = addImport(addImport(existing, '../operation.ts', ['operation']), '../schema.ts', ['schema', 'Type', ...kinds])
  const isHome = plan.area === 'hosting' && plan.module === 'deployments'
  const deployments = plan.area === 'hosting' ? './deployments.ts' : '../hosting/deployments.ts'
  const complete = plan.params.includes('deploymentId') && !isHome ? addImport(imported, deployments, ['DeploymentParams']) : imported
  return `${complete.trimEnd()}\n${operationOf(plan)}`
}

export const contractIndex = (plan: Plan, index: string): string =>
  insertLine(index, `export * from './${plan.area}/${plan.module}.ts'`, /^export \* from '(.+)\.ts'$/)

/** Failure codes with the one for a resource that is not there, where the contract lacks it. */
export const contractFailures = (plan: Plan, failures: string): string => {
  const target = targetOf(plan)
  if (target.kind !== 'resource' || failures.includes(`  ${snake(target.noun)}_not_found: {`)) return failures
  const entry = `  ${snake(target.noun)}_not_found: { kind: 'not_found', meaning: 'No such ${words(target.noun)}, or none that this caller may see.' },\n`
  return failures.replace(/^\} as const satisfies Record<string, \{ kind/m, (end) => `${entry}${end}`)
}

/** The kinds an audit entry names, with that of the resource of a write, where the contract lacks it. */
export const contractAuditTargets = (plan: Plan, text: string): string => {
  const target = targetOf(plan)
  if (target.kind !== 'resource' || plan.method === 'GET') return text
  const kind = auditKindOf(target)
  const [kinds = '', ...rest] = text.split('\n])')
  const complete = [insertLine(kinds, `  '${kind}',`, /^ {2}'(\w+)',$/), ...rest].join('\n])')
  return insertLine(complete, `  ${target.param}: '${kind}',`, /^ {2}(\w+): '\w+',$/)
}

/** A list that says `<id>: <module>.<id>`: the operations of the contract and the handlers of the server have the same form. */
export const listEntry = (list: string, { area, module, id }: Plan, from: string, peer: RegExp): string => {
  const known = new RegExp(`^import \\* as (\\w+) from '${from.replaceAll('.', '\\.')}'$`, 'm').exec(list)?.[1]
  const isTaken = new RegExp(`^import \\* as ${camel(module)} from`, 'm').test(list)
  const name = known ?? (isTaken ? `${camel(area)}${pascal(camel(module))}` : camel(module))
  const imported = known === undefined ? insertLine(list, `import * as ${name} from '${from}'`, peer) : list
  return insertLine(imported, `  ${id}: ${name}.${id},`, /^ {2}(\w+): \w+\.\w+,$/)
}

/** Where the tests look for what an entry names: nowhere, until the kind has a table. A test asks for it. */
export const trailGuardRows = (plan: Plan, text: string): string => {
  const target = targetOf(plan)
  if (target.kind !== 'resource' || plan.method === 'GET') return text
  return insertLine(text, `  ${auditKindOf(target)}: null,`, /^ {2}(\w+): (?:['"].*['"]|null),$/)
}
