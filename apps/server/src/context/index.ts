/** What a handler is given, what lives as long as the process, and what an area is. Above the engines, below the operations. */
export type { Area, Engine, Gauge, OpenedEngine, Task } from './area.ts'
export type { Config } from './config.ts'
export type { ChangingContext, Context, ReadingContext, RequestContext } from './context.ts'
export type { ContextOf, Handler, Handlers, Input, RequestHeaders } from './handler.ts'
export { type OutboxEvent, type Reaction, reactTo } from './reaction.ts'
export type { BaseServices, BuildProblem, Services } from './services.ts'
