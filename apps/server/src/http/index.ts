/** The contract over HTTP. The only place that knows Fastify. */
export { createAdminServer } from './admin.ts'
export type { Authenticate } from './mount.ts'
export type { Observation, Observer } from './observe.ts'
export { createServer, type Handlers } from './server.ts'
export { reloadTlsOnChange } from './tls-reload.ts'
