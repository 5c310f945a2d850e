import { randomBytes } from 'node:crypto'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { audited } from '#kernel/audit'
import type { Handlers, RequestContext } from '#context'
import { handlers } from '#process/generated/handlers'
import type { TestDatabase } from './database.ts'
import type { RunningServer } from './running-server.ts'

export type Acted = { operation: string; requestId: string; origin: string; context: RequestContext; input: unknown }

/** Handlers of the data model that note what reached them, so that a test sees which node acted. */
export const spyingHandlers = (override: Partial<Handlers> = {}): { handlers: Handlers; acted: Acted[] } => {
  const acted: Acted[] = []
  const note = (operation: string, input: unknown, context: RequestContext): void =>
    void acted.push({ operation, requestId: context.requestId, origin: context.origin, context, input })
  const spies: Partial<Handlers> = {
    listFiles: async (input, context) => {
      note('listFiles', input, context)
      return { data: [] }
    },
    updateFiles: async (input, context) => {
      note('updateFiles', input, context)
      return context.effect(async () => audited({ success: true }, [{ kind: 'commit', id: '0'.repeat(40), did: 'created' }]))
    },
  }
  return { handlers: { ...handlers, ...spies, ...override }, acted }
}

/** The number of a deployment whose data model this node owns, as the asked one sees it. Nothing of it need exist. */
export const deploymentOwnedBy = (asked: RunningServer, tenantId: number, nodeId: string): number => {
  const { cluster } = asked.services
  for (let id = 1; id < 10_000; id++) {
    const owner = cluster.ownerOf(tenantId, id)
    if (owner !== null && (owner === 'self' ? cluster.self : owner.id) === nodeId) return id
  }
  throw new Error(`${nodeId} owns nothing.`)
}

export const filesOf = (deploymentId: number): string => `/build/api/v1/deployments/${deploymentId}/data-model/files`

export type StandIn = { id: string; address: string; server: Server; close: () => Promise<void> }

/** Something that is listed as a node of the role `authoring` and behaves as the test likes; alive by the table for good. */
export const listStandIn = async (database: TestDatabase, listener: RequestListener): Promise<StandIn> => {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const id = randomBytes(6).toString('base64url')
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await database.query(
    "insert into nodes (id, roles, version, address, seen_at) values ($1, '{authoring}', '0', $2, now() + interval '1 day')",
    [id, address],
  )
  const close = async (): Promise<void> => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { id, address, server, close }
}
