import { parseArgs } from 'node:util'
import { type Action, actions, type OperationShape, operations } from '@facet/contract'

/** An operation to create. */
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

const usage = `pnpm new operation <area>/<module> <operationId> <METHOD> <path> --tag "<Tag>" [--action <Action>]

  pnpm new operation archive/drawers moveDrawer POST '/api/v1/deployments/{deploymentId}/drawers/{drawerId}/moves' --tag Drawers --action FolderEdit

  Default of --action: DeploymentRead or DeploymentUpdate below a deployment, All for a path with another parameter, otherwise no action.`

export class InvalidArguments extends Error {
  override readonly name = 'InvalidArguments'

  constructor(problem: string) {
    super(`${problem}\n\n${usage}`)
  }
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
const segment = String.raw`(?:[a-z0-9-]+|\{[a-z][A-Za-z0-9]*\})`

const parse = (args: string[]) => {
  try {
    return parseArgs({ args, allowPositionals: true, options: { tag: { type: 'string' }, action: { type: 'string' } } })
  } catch (error) {
    throw new InvalidArguments(error instanceof Error ? error.message : String(error))
  }
}

const readModule = (place: string): { area: string; module: string } => {
  const [, area, module] = /^([a-z][a-z0-9-]*)\/([a-z][a-z0-9-]*)$/.exec(place) ?? []
  if (area === undefined || module === undefined) throw new InvalidArguments(`"${place}" is not <area>/<module>.`)
  return { area, module }
}

const readId = (id: string): string => {
  if (!/^[a-z][A-Za-z0-9]*$/.test(id)) throw new InvalidArguments(`"${id}" is not an operation id in camelCase.`)
  if (Object.hasOwn(operations, id)) throw new InvalidArguments(`The operation ${id} already exists.`)
  return id
}

const readMethod = (text: string): OperationPlan['method'] => {
  const method = methods.find((known) => known === text)
  if (method === undefined) throw new InvalidArguments(`"${text}" is not one of ${methods.join(', ')}.`)
  return method
}

const readPath = (path: string, method: OperationPlan['method']): string => {
  if (!new RegExp(`^(/${segment})+$`).test(path))
    throw new InvalidArguments(`"${path}" is not a path of lowercase segments and {parameters}.`)
  const taken = Object.values<OperationShape>(operations).find((other) => other.method === method && other.path === path)
  if (taken) throw new InvalidArguments(`${method} ${path} is already the operation ${taken.id}.`)
  return path
}

const readTag = (tag: string | undefined): string => {
  if (tag === undefined) throw new InvalidArguments('--tag is missing: the group of the OpenAPI document that lists the operation.')
  return tag
}

const defaultAction = (method: OperationPlan['method'], params: readonly string[]): Action | null => {
  if (params.includes('deploymentId')) return method === 'GET' ? 'DeploymentRead' : 'DeploymentUpdate'
  return params.length > 0 ? 'All' : null
}

const readAction = (name: string): Action => {
  const action = actions.find((known) => known === name)
  if (action === undefined) throw new InvalidArguments(`"${name}" is not an action; packages/contract/src/actions.ts lists them.`)
  return action
}

/** Reads the command line of `pnpm new`. */
export const readOperationPlan = (args: string[]): OperationPlan => {
  const { positionals, values } = parse(args)
  const [kind, place = '', id = '', verb = '', template = '', ...rest] = positionals
  if (kind !== 'operation') throw new InvalidArguments(kind === undefined ? 'A command is missing.' : `Cannot create "${kind}".`)
  if (rest.length > 0) throw new InvalidArguments(`Unexpected argument "${rest.join(' ')}".`)
  const method = readMethod(verb)
  const path = readPath(template, method)
  const params = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
  return {
    ...readModule(place),
    id: readId(id),
    method,
    path,
    tag: readTag(values.tag),
    action: values.action === undefined ? defaultAction(method, params) : readAction(values.action),
    params,
  }
}
