import { type Action, actions, type OperationShape, operations } from '@facet/contract'
import { type Options, readModule, type Refuse } from './verb.ts'

/** One operation that is to be made. */
export type OperationPlan = {
  area: string
  module: string
  id: string
  method: OperationShape['method']
  path: string
  tag: string
  action: Action | null
  params: string[]
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
const segment = String.raw`(?:[a-z0-9-]+|\{[a-z][A-Za-z0-9]*\})`

const usualAction = (method: OperationPlan['method'], params: string[]): Action | null => {
  if (params.includes('deploymentId')) return method === 'GET' ? 'DeploymentRead' : 'DeploymentUpdate'
  return params.length > 0 ? 'All' : null
}

export const readId = (id: string, refuse: Refuse): string => {
  if (!/^[a-z][A-Za-z0-9]*$/.test(id)) return refuse(`"${id}" is not an operation id in camelCase.`)
  return Object.hasOwn(operations, id) ? refuse(`There is an operation ${id} already.`) : id
}

export const readPath = (path: string, refuse: Refuse): string =>
  new RegExp(`^(/${segment})+$`).test(path) ? path : refuse(`"${path}" is not a path of lowercase segments and {parameters}.`)

export const readAction = (name: string, refuse: Refuse): Action =>
  actions.find((known) => known === name) ?? refuse(`"${name}" is not an action; packages/contract/src/actions.ts lists them.`)

export const readTag = ({ tag }: Options, refuse: Refuse): string =>
  tag ?? refuse('--tag names the group of the document the operation is listed in.')

/** The parameters that a path names. */
export const paramsIn = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')

export const readOperation = (positionals: readonly string[], values: Options, refuse: Refuse): OperationPlan => {
  const [place = '', id = '', verb = '', path = '', ...rest] = positionals
  if (rest.length > 0) return refuse(`"${rest.join(' ')}" is more than is needed.`)
  const { area, module } = readModule(place, refuse)
  readId(id, refuse)
  const method = methods.find((known) => known === verb) ?? refuse(`"${verb}" is not one of ${methods.join(', ')}.`)
  readPath(path, refuse)
  const taken = Object.values<OperationShape>(operations).find((other) => other.method === method && other.path === path)
  if (taken) return refuse(`${method} ${path} is ${taken.id} already.`)
  const tag = readTag(values, refuse)
  const params = paramsIn(path)
  const action = values.action === undefined ? usualAction(method, params) : readAction(values.action, refuse)
  return { area, module, id, method, path, tag, action, params }
}
