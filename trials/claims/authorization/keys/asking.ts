import { operations } from '@facet/contract'
import { type Call, nameOfCall, type Targets } from './call.ts'
import { callsOn } from './calls.ts'
import type { Credential, Pair } from './credentials.ts'
import type { Verdict } from './oracle.ts'
import type { World } from './world.ts'

export type Answer = { status: number; code: string | null; body: Record<string, unknown> }
export type Asked = { call: Call; name: string; verdict: Verdict | 'other'; answer: Answer }

const pathOf = (call: Call): string =>
  operations[call.operation].path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(call.params?.[name])))

export const send = async (
  world: World,
  credential: { secret: string; origin?: string | null },
  call: Call,
  headers: Record<string, string> = {},
): Promise<Answer> => {
  const response = await fetch(`${world.facet.url}${pathOf(call)}${call.query ?? ''}`, {
    method: operations[call.operation].method,
    headers: {
      'x-forwarded-host': world.tenant.host,
      authorization: `Bearer ${credential.secret}`,
      ...(credential.origin ? { origin: credential.origin } : {}),
      ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
  // One answer is null where nothing is set.
  const body = (isJson ? (JSON.parse(text) as Record<string, unknown> | null) : null) ?? {}
  return { status: response.status, code: typeof body['code'] === 'string' ? body['code'] : null, body }
}

// The operation was done up to where it says that nothing is dialled there, or that no engine runs here.
const refusedLate = new Set(['remote_host_private', 'engine_unavailable', 'engine_starting', 'no_build', 'dbt_ref_invalid'])

/**
 * A deployment was found and what should be in it was not: whoever may not see the one never learns of the other. Likewise of a
 * thing of the tenant that does not exist: whoever may not look for it is refused before.
 */
const isPastTheDoor = ({ status, code }: Answer, { deployment, isMissing }: Call): boolean =>
  status === 404 && code !== null && code !== 'deployment_not_found' && (deployment !== undefined || isMissing === true)

const verdictIn = (answer: Answer, call: Call): Verdict | 'other' => {
  const { status, code } = answer
  if (code === 'route_not_found') return 'other'
  if ((status >= 200 && status < 300) || isPastTheDoor(answer, call) || (code !== null && refusedLate.has(code))) return 'allowed'
  if (status === 404) return 'hidden'
  if (code === 'unauthenticated' || code === 'outside_key_scope' || code === 'forbidden') return code
  return 'other'
}

/** Whose spare keys stand for the four holders, in their order. */
export type Holders = [owner: number, stranger: number, adminAccount: number, viewerAccount: number]

export const freshTargets = async (world: World, pair: Pair, holders: Holders, ownKeyId: number): Promise<Targets> => ({
  pair,
  ownKeyId,
  keysToRead: await world.addSpareKeys(holders),
  keysToDelete: await world.addSpareKeys(holders),
  embedTenants: [await world.addEmbedTarget('storefront'), await world.addEmbedTarget('backoffice')],
  lonelyUserId: await world.addExternalUser(null),
  ids: {
    userId: await world.addSpareUser(),
    groupId: await world.addSpareGroup(),
    userAttributeId: await world.addSpareAttribute(),
    serviceAccountId: await world.addSpareAccount(),
  },
  unique: world.unique,
})

type Page = { items: unknown[]; pageInfo: { hasNextPage: boolean; endCursor: string | null } }

/** A list that is asked for with a size of pages is asked for to its end: what is on a later page is shown as well. */
const sendToEnd = async (world: World, credential: Credential, call: Call): Promise<Answer> => {
  const answer = await send(world, credential, call)
  if (answer.status !== 200 || !call.query?.startsWith('?first=')) return answer
  const { items, pageInfo } = answer.body as Page
  if (!pageInfo.hasNextPage) return answer
  const [size] = call.query.split('&')
  const rest = await sendToEnd(world, credential, { ...call, query: `${size}&after=${encodeURIComponent(pageInfo.endCursor ?? '')}` })
  return { ...rest, body: { ...rest.body, items: [...items, ...((rest.body as Page).items ?? [])] } }
}

/** Calls every operation with the credential, each with input that would do. What it deletes of the pair is put back. */
export const askEverything = async (world: World, credential: Credential, targets: Targets): Promise<Asked[]> => {
  const asked: Asked[] = []
  for (const call of callsOn(targets)) {
    const answer = await sendToEnd(world, credential, call)
    if (call.operation === 'deleteDeployment' && call.deployment && answer.status === 200)
      await world.restoreDeployment(targets.pair[call.deployment])
    asked.push({ call, name: nameOfCall(call), verdict: verdictIn(answer, call), answer })
  }
  return asked
}
