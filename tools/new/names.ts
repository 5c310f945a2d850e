import { camel, snake } from '../generate/case.ts'
import type { OperationPlan } from './operation-plan.ts'

/** What an operation acts on decides who may call it and what a stranger is told. */
export type Target = { kind: 'deployment' } | { kind: 'resource'; noun: string; param: string } | { kind: 'caller' }

/** What the audit entry of a write names. */
export const auditKindOf = (target: Target): string => {
  if (target.kind === 'resource') return snake(target.noun)
  return target.kind === 'deployment' ? 'deployment' : 'tenant'
}

export const isId = (param: string): boolean => param.endsWith('Id')

export const targetOf = ({ params, module }: OperationPlan): Target => {
  const param = params.at(-1)
  if (param === undefined) return { kind: 'caller' }
  if (params.includes('deploymentId')) return { kind: 'deployment' }
  const noun = param.replace(/(Id|Name|Key|Slug)$/, '')
  return { kind: 'resource', noun: noun === param ? camel(module.replace(/s$/, '')) : noun, param }
}
