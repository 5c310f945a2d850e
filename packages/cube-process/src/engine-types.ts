import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { ApiGateway } from './api-gateway.ts'

/** What we use of the packages of the engine, as version 1.7 has it. They are not dependencies: each version is installed by itself. */
export type SecurityContext = Record<string, unknown> & { cubeCloud?: { groups?: unknown; userAttributes?: unknown } }
export type RequestContext = { securityContext: SecurityContext; requestId?: string; [key: string]: unknown }
export type Request = IncomingMessage & { securityContext?: SecurityContext }
export type Query = Record<string, unknown>

export type Cube = {
  name: string
  isView?: boolean
  accessPolicy?: unknown[]
  preAggregations?: Record<string, unknown>
  dimensions?: Record<string, unknown>
  measures?: Record<string, unknown>
  segments?: Record<string, unknown>
}
export type CubeEvaluator = {
  cubeNames: () => string[]
  cubeFromPath: (name: string) => Cube
  preAggregationsForCube: (name: string) => Record<string, unknown>
  evaluatedCubes: Record<string, Cube>
}
export type Compilers = { cubeEvaluator: CubeEvaluator; compiler: Compiler }

export type ReportedError = { message?: string; plainMessage?: string; fileName?: string; lineNumber?: number }
export type ErrorReporter = {
  error: (error: unknown, fileName?: string, line?: number) => void
  getErrors: () => ReportedError[]
  getWarnings: () => ReportedError[]
}
export type SourceFile = { fileName: string; content: string }
export type Compiler = {
  compile: () => Promise<unknown>
  compileJsFile: (file: SourceFile, reporter: ErrorReporter, options?: unknown) => void
  errorsReporter?: ErrorReporter
}
export type Repository = { localPath: () => string; dataSchemaFiles: () => Promise<SourceFile[]> }
export type SchemaCompilerPackage = { prepareCompiler: (repository: Repository, options: Record<string, unknown>) => Compilers }
export type SharedPackage = { FileRepository: new (path: string) => Repository }

export type CompilerApi = {
  getCompilers: (options?: { requestId?: string }) => Promise<Compilers>
  compileSchema: (...args: unknown[]) => Promise<Compilers>
}
export type Driver = { testConnection: () => Promise<unknown> }
export declare class ServerCore {
  static createDriver(type: string, options: Record<string, unknown>): Driver
  constructor(...args: unknown[])
  getCompilerApi(context: unknown): Promise<CompilerApi>
  getOrchestratorApi(context: unknown): Promise<unknown>
  createCompilerApi(...args: unknown[]): CompilerApi
  createApiGatewayInstance(...args: unknown[]): ApiGateway
  initApp(app: ExpressApp): Promise<void>
  shutdown(): Promise<void>
}
export type ServerCorePackage = { CubejsServerCore: typeof ServerCore }
export type ApiGatewayPackage = {
  ApiGateway: typeof ApiGateway
  CubejsHandlerError: new (status: number, type: string, message: string) => Error
  getRequestIdFromRequest: (request: Request) => string
  UserError: new (message: string) => Error
}

type Answer = ServerResponse & { status: (code: number) => Answer; json: (body: unknown) => void }
type Handler = (request: Request, answer: Answer) => void
/** Express tells it from other handlers by its four parameters. */
export type ErrorHandler = (error: unknown, request: Request, answer: Answer, next: (error: unknown) => void) => void
export type ExpressApp = RequestListener & {
  get: (path: string, handler: Handler) => void
  all: (path: string, handler: Handler) => void
  use: (handler: ErrorHandler) => void
  disable: (name: string) => void
}
