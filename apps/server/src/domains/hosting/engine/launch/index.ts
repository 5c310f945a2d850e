/** Cube behind walls: the programs that compile and serve a data model, what they are given, and where they may dial. */
export { createContextSigner, type ContextSigner } from './context-signer.ts'
export { createCubeCompiler } from './cube-compiler.ts'
export { createReadVariables } from './engine-variables.ts'
export { createLaunch, type EngineVariables, type LaunchParts } from './launch-engine.ts'
export { type ConnectionTest, createTestConnection, type TestConnection } from './test-connection.ts'
export { type Warehouse, warehousesOf } from './warehouses.ts'
