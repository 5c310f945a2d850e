import { isId, targetOf } from './names.ts'
import type { Plan } from './plan.ts'

const callOf = (plan: Plan): string => {
  const values = plan.params.filter((param) => param !== 'deploymentId').map((param) => `${param}: '${isId(param) ? '1' : 'first'}'`)
  const { kind } = targetOf(plan)
  if (kind === 'caller') return plan.action === null ? 'onOwn()' : 'onTenant()'
  if (kind === 'resource') return `() => [{ about: '', touches: wholeTenant, params: { ${values.join(', ')} } }]`
  return values.length === 0 ? 'onBoth()' : `onBoth({ params: { ${values.join(', ')} } })`
}

const start = /^const makers: Record<OperationId, Maker> = \{\n/m

/** The trial that calls every operation with every kind of key, with a call of this one too. */
export const trialFile = (plan: Plan, trial: string): string => {
  if (!start.test(trial))
    throw new Error('The table of calls that the trial of keys makes is not where it was; tools/new/trial.ts has to follow.')
  return trial.replace(start, (line) => `${line}  ${plan.id}: ${callOf(plan)},\n`)
}
