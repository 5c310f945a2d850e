/** The contract over HTTP. The only place that knows Fastify. */
export { createAdminServer } from './admin.ts'
export type { Authenticate } from './mount.ts'
export type { Observation, Observer } from './observe.ts'
export { createRateLimits } from './rate-limit.ts'
export { createServer, type HandleFirst } from './server.ts'
export type { StaticMount } from './static-files.ts'
export { reloadTlsOnChange } from './tls-reload.ts'
export { createTransport } from './transport.ts'
