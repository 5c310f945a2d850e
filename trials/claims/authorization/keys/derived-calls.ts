import type { OperationShape } from '@facet/contract'
import type { WhoMay } from '@facet/contract/who-may'
import type { MakeCalls, Targets } from './call.ts'
import { nothing, wholeTenant } from './touches.ts'

type Derived = ReturnType<MakeCalls>
type Known = Record<string, string | number>

const paramsIn = ({ path }: OperationShape): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')

const takesKeys = ({ credentials }: WhoMay): boolean => credentials.includes('api_key')

/** Why no call follows from the contract, if so. */
const gapOf = (operation: OperationShape, { reach }: WhoMay): string | undefined => {
  if (operation.isMultipart) return 'its body is multipart'
  if (operation.body && operation.example.body === undefined) return 'its example has no body'
  if (reach === 'session') return 'it acts on sessions, of which the path does not say whose they are'
  if (reach === 'embed_tenant' && !paramsIn(operation).includes('embedTenantName'))
    return 'it acts on embed tenants, and its path names none as {embedTenantName}'
  return undefined
}

/** What is left to write for an operation that no call can be derived for; nothing where one can. */
export const problemOf = (operation: OperationShape, who: WhoMay): string | undefined => {
  const gap = takesKeys(who) ? gapOf(operation, who) : undefined
  if (gap === undefined) return undefined
  return `The trial "security keys" cannot derive a call of ${operation.id}: ${gap}. Add "${operation.id}" to specialCalls in trials/claims/authorization/keys/special-calls.ts.`
}

/** The path's parameters: things that were made for this run, by name, and otherwise what the example names, which does not exist. */
const paramsOf = (operation: OperationShape, known: Known): { params?: Known; isMissing?: true } => {
  const names = paramsIn(operation)
  if (names.length === 0) return {}
  const params = { ...(operation.example.params as Known | undefined), ...known }
  return {
    params: Object.fromEntries(names.map((name) => [name, params[name] ?? 1])),
    ...(names.every((name) => name in known) ? {} : { isMissing: true }),
  }
}

/** The example; a `name` is another each time, since most of them are unique in the tenant. */
const bodyOf = ({ body, example }: OperationShape, { unique }: Targets): { body?: unknown } => {
  if (!body) return {}
  const fields = example.body as { name?: unknown }
  return { body: typeof fields.name === 'string' ? { ...fields, name: unique() } : fields }
}

const queryOf = ({ query, example }: OperationShape): { query?: string } => {
  const required: readonly string[] = query?.required ?? []
  if (required.length === 0) return {}
  const given = example.query as Known | undefined
  return { query: `?${new URLSearchParams(Object.fromEntries(required.map((name) => [name, String(given?.[name])]))).toString()}` }
}

/** One call of everything that an operation of this reach can act on, with the input of its example. */
export const deriveCalls = (operation: OperationShape, who: WhoMay, targets: Targets): Derived => {
  const problem = problemOf(operation, who)
  if (problem !== undefined) throw new Error(problem)
  if (!takesKeys(who)) return []
  const inputOn = (known: Known) => ({ ...paramsOf(operation, known), ...queryOf(operation), ...bodyOf(operation, targets) })
  if (who.reach === 'deployment')
    return (['inside', 'beside'] as const).map((deployment) => {
      const deploymentId = targets.pair[deployment]
      return { about: deployment, touches: { deployment: deploymentId, embedTenant: 'all' }, deployment, ...inputOn({ deploymentId }) }
    })
  if (who.reach === 'embed_tenant')
    return targets.embedTenants.map((target) => {
      const { embedTenantName } = target
      return { about: `in ${embedTenantName}`, touches: { deployment: 'all', embedTenant: embedTenantName }, ...inputOn(target) }
    })
  return [{ about: '', touches: who.reach === 'tenant' ? wholeTenant : nothing, ...inputOn(targets.ids) }]
}
