import { createServer as createHttpServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createServer, loadConfigFromFile, type ProxyOptions } from 'vite'
import { createBackend } from '../../examples/embed-backend/src/backend.ts'
import { readConfig } from '../../examples/embed-backend/src/config.ts'
import { connect } from '../../examples/embed-backend/src/connect.ts'
import type { Stack } from '../stack/state.ts'

const configFile = join(import.meta.dirname, '../../examples/embed-react/vite.config.ts')

/** Both examples as their README starts them, on free ports: `connect`, the backend, the page. */
export const startReactExample = async ({ baseUrl, adminKey }: Pick<Stack, 'baseUrl' | 'adminKey'>) => {
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
    },
  }
}
