/** The data API: requests to engines, passed on as they stream. Knows node:http and undici, and none of the operations. */
export type { Credentials } from './authenticate.ts'
export type { DataObservation, EngineErrorReport, GatewayDependencies } from './dependencies.ts'
export { createGateway, type Gateway } from './gateway.ts'
export { smallBodyBytes } from './read-body.ts'
export { DataRefusal } from './refusals.ts'
export type { DataCaller, DataCredential, EngineLease, Engines, PinnedCaller, Places } from './types.ts'
