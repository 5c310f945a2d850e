import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { ApiGatewayPackage, ExpressApp, SchemaCompilerPackage, ServerCorePackage, SharedPackage } from './engine-types.ts'
import { type OnTranspileError, transpileInProcess } from './transpilation.ts'

/** The packages of the installed engine, each loaded when it is first asked for. */
export type Engine = {
  serverCore: () => ServerCorePackage
  apiGateway: () => ApiGatewayPackage
  schemaCompiler: () => SchemaCompilerPackage
  shared: () => SharedPackage
  native: () => { NativeInstance: new () => unknown }
  express: () => () => ExpressApp
  transpileInProcess: (onError?: OnTranspileError) => void
}

export const openEngine = (folder: string): Engine => {
  const require = createRequire(join(folder, 'package.json'))
  return {
    serverCore: () => require('@cubejs-backend/server-core') as ServerCorePackage,
    apiGateway: () => require('@cubejs-backend/api-gateway') as ApiGatewayPackage,
    schemaCompiler: () => require('@cubejs-backend/schema-compiler') as SchemaCompilerPackage,
    shared: () => require('@cubejs-backend/shared') as SharedPackage,
    native: () => require('@cubejs-backend/native') as { NativeInstance: new () => unknown },
    express: () => require('express') as () => ExpressApp,
    transpileInProcess: (onError) => transpileInProcess(folder, onError),
  }
}
