import { createServer as createHttpServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createClient } from '@facet/client'
import { createServer, loadConfigFromFile, type ProxyOptions } from 'vite'
import { createBackend } from '../../examples/embed-backend/src/backend.ts'
import { readConfig } from '../../examples/embed-backend/src/config.ts'
import { connect } from '../../examples/embed-backend/src/connect.ts'
import type { Stack } from '../stack/state.ts'
import type { Product } from './product.ts'

const configFile = join(import.meta.dirname, '../../examples/embed-react/vite.config.ts')

/** The dashboard of the example is published in the deployment of the demo. */
const removeDashboard = async ({ baseUrl, adminKey }: Pick<Stack, 'baseUrl' | 'adminKey'>, deploymentId: number): Promise<void> => {
  const api = createClient({ baseUrl, key: adminKey })
  const { id: workbookId } = await api.upsertWorkbookBySlug({
    params: { deploymentId, slug: 'example-sales' },
    body: { name: 'Example: sales' },
  })
  await api.deleteWorkbook({ params: { deploymentId, workbookId } })
}

/** Starts both examples as their README does, on free ports: `connect`, the backend, the page. Closing removes what `connect` published. */
export const startReactExample = async ({ stack, demo }: Pick<Product, 'stack' | 'demo'>) => {
  const { baseUrl, adminKey } = stack
  // The page needs to know where the backend is, and the backend which origin the page has.
  const backends: Server[] = []
  const door = createHttpServer((request, response) => void backends[0]?.emit('request', request, response))
  await new Promise<void>((resolve) => door.listen(0, 'localhost', resolve))
  const target = `http://localhost:${(door.address() as AddressInfo).port}`
  const { config } = (await loadConfigFromFile({ command: 'serve', mode: 'test' }, configFile)) ?? {}
  const proxies = Object.entries((config?.server?.proxy ?? {}) as Record<string, ProxyOptions>)
  const proxy = Object.fromEntries(proxies.map(([path, to]) => [path, { ...to, target }]))
  const server = await createServer({
    ...config,
    configFile: false,
    logLevel: 'error',
    server: { host: 'localhost', port: 0, proxy, hmr: false, watch: null },
  })
  await server.listen()
  const url = server.resolvedUrls?.local[0] ?? ''
  backends.push(createBackend(readConfig(await connect(baseUrl, adminKey, new URL(url).origin))))
  return {
    url,
    close: async (): Promise<void> => {
      await server.close()
      door.closeAllConnections()
      door.close()
      await removeDashboard(stack, demo.deploymentId)
    },
  }
}
