/** Engines of other nodes: which node is asked, what it is sent, and what it says. */
export { createEngineDoor, type EngineDoor } from './engine-door.ts'
export { openRemoteEngines, type RemoteEngines } from './remote-engines.ts'
export { routeEngines } from './route-engines.ts'
