import type { Action } from '@facet/contract'
import { kebab, pascal } from '../generate/case.ts'
import { type Field, readFields } from './fields.ts'
import { type OperationPlan, paramsIn, readAction, readId, readPath, readTag } from './operation-plan.ts'
import { type Options, readModule, type Refuse } from './verb.ts'

/** A module with list, get, create and delete of a noun, in the tenant or below a deployment. */
export type ModulePlan = {
  area: string
  module: string
  /** In camelCase. The plural is the noun and an s: the table of a kind of audit target is found by that. */
  noun: string
  fields: Field[]
  tag: string
  /** What lists and creates. */
  path: string
  isBelowDeployment: boolean
  operations: Record<'list' | 'get' | 'create' | 'delete', OperationPlan>
}

const usualActions = (isBelowDeployment: boolean): { read: Action; write: Action } =>
  isBelowDeployment ? { read: 'DeploymentRead', write: 'DeploymentUpdate' } : { read: 'All', write: 'All' }

export const readModulePlan = (positionals: readonly string[], values: Options, refuse: Refuse): ModulePlan => {
  const [place = '', ...rest] = positionals
  if (rest.length > 0) return refuse(`"${rest.join(' ')}" is more than is needed.`)
  const { area, module } = readModule(place, refuse)
  const noun = values.crud ?? refuse('--crud names what the module lists, gets, creates and deletes.')
  if (!/^[a-z][A-Za-z0-9]*$/.test(noun)) return refuse(`"${noun}" is not a noun in camelCase.`)
  const path = readPath(values.path ?? `/api/v1/${kebab(noun)}s`, refuse)
  const others = paramsIn(path).filter((param) => param !== 'deploymentId')
  if (others.length > 0) return refuse(`"${path}" has {${others.join('}, {')}}: a module is in the tenant or below {deploymentId}.`)
  const isBelowDeployment = path.includes('{deploymentId}')
  const usual = usualActions(isBelowDeployment)
  const write = values.action === undefined ? usual.write : readAction(values.action, refuse)
  const tag = readTag(values, refuse)
  const planOf = (verb: string, method: OperationPlan['method'], at: string): OperationPlan => ({
    area,
    module,
    id: readId(`${verb}${pascal(noun)}${verb === 'list' ? 's' : ''}`, refuse),
    method,
    path: at,
    tag,
    action: method === 'GET' ? usual.read : write,
    params: paramsIn(at),
  })
  const one = `${path}/{${noun}Id}`
  return {
    area,
    module,
    noun,
    fields: readFields(values.fields, refuse),
    tag,
    path,
    isBelowDeployment,
    operations: {
      list: planOf('list', 'GET', path),
      get: planOf('get', 'GET', one),
      create: planOf('create', 'POST', path),
      delete: planOf('delete', 'DELETE', one),
    },
  }
}
