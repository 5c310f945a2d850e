import { parseArgs } from 'node:util'
import { type Action, actions, type OperationShape, operations } from '@facet/contract'

/** One operation that is to be made. */
export type Plan = {
  area: string
  module: string
  id: string
  method: OperationShape['method']
  path: string
  tag: string
  action: Action | null
  params: string[]
}

/** Says what was sent and what is taken instead. */
export class WrongArguments extends Error {
  override readonly name = 'WrongArguments'
}

const usage = `pnpm new operation <area>/<module> <operationId> <METHOD> <path> --tag "<Tag>" [--action <Action>]

  pnpm new operation content/folders createFolder POST '/api/v1/deployments/{deploymentId}/folders' --tag Folders --action FolderEdit

Without --action: DeploymentRead or DeploymentUpdate below a deployment, All for a path with another parameter, else any caller.`

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
const segment = String.raw`(?:[a-z0-9-]+|\{[a-z][A-Za-z0-9]*\})`

const options = { tag: { type: 'string' }, action: { type: 'string' } } as const

const parse = (args: string[], refuse: (why: string) => never) => {
  try {
    return parseArgs({ args, allowPositionals: true, options })
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error))
  }
}

const usualAction = (method: Plan['method'], params: string[]): Action | null => {
  if (params.includes('deploymentId')) return method === 'GET' ? 'DeploymentRead' : 'DeploymentUpdate'
  return params.length > 0 ? 'All' : null
}

export const readPlan = (args: string[]): Plan => {
  const sent = args.map((argument) => (/[\s{]/.test(argument) ? `'${argument}'` : argument)).join(' ')
  const refuse = (why: string): never => {
    throw new WrongArguments(`${why}\nSent: ${sent || 'nothing'}\n\n${usage}`)
  }
  const { positionals, values } = parse(args, refuse)
  const [kind = '', place = '', id = '', verb = '', path = '', ...rest] = positionals
  if (kind !== 'operation') return refuse(kind === '' ? 'What should be made?' : `"${kind}" is nothing that can be made.`)
  if (rest.length > 0) return refuse(`"${rest.join(' ')}" is more than is needed.`)

  const [area = '', module = ''] = /^[a-z][a-z0-9-]*\/[a-z][a-z0-9-]*$/.test(place)
    ? place.split('/')
    : refuse(`"${place}" is not <area>/<module>.`)
  if (!/^[a-z][A-Za-z0-9]*$/.test(id)) return refuse(`"${id}" is not an operation id in camelCase.`)
  if (Object.hasOwn(operations, id)) return refuse(`There is an operation ${id} already.`)
  const method = methods.find((known) => known === verb) ?? refuse(`"${verb}" is none of ${methods.join(', ')}.`)
  if (!new RegExp(`^(/${segment})+$`).test(path)) return refuse(`"${path}" is not a path of lowercase segments and {parameters}.`)
  const taken = Object.values<OperationShape>(operations).find((other) => other.method === method && other.path === path)
  if (taken) return refuse(`${method} ${path} is ${taken.id} already.`)
  const tag = values.tag ?? refuse('--tag names the group of the document the operation is listed in.')
  const params = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
  const action = values.action === undefined ? usualAction(method, params) : actions.find((known) => known === values.action)
  if (action === undefined) return refuse(`"${values.action}" is no action; packages/contract/src/actions.ts lists them.`)
  return { area, module, id, method, path, tag, action, params }
}
