import type { Client } from '@facet/client'
import { newDeployment } from '../../../harness/embedding.ts'
import type { Installation, Tenant } from '../../../harness/installation.ts'
import { pause } from '../../../harness/numbers.ts'
import type { Fleet } from '../../durability/authoring/fleet.ts'
import { createModel } from '../../durability/authoring/models.ts'

type Server = { url: string }
type Creation = { operation: string; path: string; body: (name: string) => object; table: 'deployments' | 'api_keys' | 'branches' }

const creationsOn = async (fleet: Fleet): Promise<Creation[]> => {
  const { deploymentId } = await createModel(fleet, 'Branched')
  return [
    { operation: 'createDeployment', path: '/build/api/v1/deployments', table: 'deployments', body: newDeployment },
    // The stored response is encrypted, because it contains the secret.
    { operation: 'createApiKey', path: '/api/v1/api-keys', table: 'api_keys', body: (name) => ({ name }) },
    // The claim is committed before the effect.
    {
      operation: 'createBranch',
      path: `/build/api/v1/deployments/${deploymentId}/branches`,
      table: 'branches',
      body: (name) => ({ name }),
    },
  ]
}

type Answer = { status: number; code: string; body: string; isReplay: boolean }
type Send = (creation: Creation, server: Server, key: string, name: string) => Promise<Answer>

const senderOf =
  (tenant: Tenant): Send =>
  async (creation, server, key, name) => {
    const response = await fetch(`${server.url}${creation.path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${tenant.adminKey}`,
        'content-type': 'application/json',
        'idempotency-key': key,
        'x-forwarded-host': tenant.host,
      },
      body: JSON.stringify(creation.body(name)),
    })
    const body = Buffer.from(await response.arrayBuffer()).toString('latin1')
    const code = response.ok ? '' : (JSON.parse(body) as { code: string }).code
    return { status: response.status, code, body, isReplay: response.headers.has('idempotency-replayed') }
  }

const maxRepeats = 10

/** Repeats a duplicate that was answered with 503 or `idempotency_in_progress`. */
const insist = async (send: () => Promise<Answer>, repeats: Map<string, number>): Promise<Answer> => {
  for (let repeat = 0; ; repeat++) {
    const answer = await send()
    const isPassing = answer.status === 503 || answer.code === 'idempotency_in_progress'
    if (!isPassing || repeat === maxRepeats) return answer
    const reason = `${answer.status} ${answer.code}`
    repeats.set(reason, (repeats.get(reason) ?? 0) + 1)
    await pause(1000)
  }
}

const countRows = async (installation: Installation, creation: Creation, name: string): Promise<number> => {
  const [row] = await installation.sql<{ count: number }>(`select count(*)::int as count from ${creation.table} where name = $1`, [name])
  return row?.count ?? 0
}

/** Sends requests of another tenant meanwhile. Waiting duplicates must not exhaust the connection pool. */
const watchBystander = (api: Client): (() => Promise<{ requests: number; failed: number; slowestMs: number }>) => {
  const stopping = new AbortController()
  const seen = { requests: 0, failed: 0, slowestMs: 0 }
  const watch = async (): Promise<typeof seen> => {
    while (!stopping.signal.aborted) {
      const startedMs = performance.now()
      await api.getDeployments({ query: { first: 1 } }).catch(() => seen.failed++)
      seen.requests++
      seen.slowestMs = Math.max(seen.slowestMs, Math.round(performance.now() - startedMs))
    }
    return seen
  }
  const watching = watch()
  return () => {
    stopping.abort()
    return watching
  }
}

const burst = async (installation: Installation, servers: Server[], creation: Creation, send: Send, duplicates: number) => {
  const name = `sent-${duplicates}-times`
  const key = `one-key-for-${creation.operation}`
  const repeats = new Map<string, number>()
  const startedMs = performance.now()
  const answers = await Promise.all(
    Array.from({ length: duplicates }, (_, index) => {
      const server = servers[index % servers.length] as Server
      return insist(() => send(creation, server, key, name), repeats)
    }),
  )
  const ms = Math.round(performance.now() - startedMs)
  // Afterwards every process reads the response from the database.
  for (const server of servers) answers.push(await send(creation, server, key, name))
  return {
    duplicates,
    effects: await countRows(installation, creation, name),
    differentBodies: new Set(answers.map(({ body }) => body)).size,
    statuses: [...new Set(answers.map(({ status }) => status))],
    notReplayed: answers.filter(({ isReplay }) => !isReplay).length,
    toldToRepeat: Object.fromEntries(repeats),
    ms,
  }
}

/** Sends duplicates of one request of each operation to all nodes at once. */
export const sendDuplicates = async (fleet: Fleet, duplicates: number, say: (line: string) => void) => {
  const { installation, nodes, tenant } = fleet
  const creations = await creationsOn(fleet)
  const send = senderOf(tenant)
  const neighbour = installation.client(nodes[0] as Server, await installation.createTenant('neighbour'))
  const bursts = []
  for (const creation of creations) {
    const bystander = watchBystander(neighbour)
    const found = { ...(await burst(installation, nodes, creation, send, duplicates)), bystander: await bystander() }
    say(`${creation.operation}: ${JSON.stringify(found)}`)
    bursts.push([creation.operation, found] as const)
  }
  const isOnce = bursts.every(
    ([, { effects, differentBodies, statuses, notReplayed, bystander }]) =>
      effects === 1 && differentBodies === 1 && notReplayed === 1 && statuses.every((status) => status === 200) && bystander.failed === 0,
  )
  return { isPassed: isOnce, figures: Object.fromEntries(bursts) }
}
