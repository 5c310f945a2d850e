import type { Activities } from '#adapters/temporal'
import type { AreaSettings, RoleName } from '#config'
import type { FunctionCalls } from '#db'
import type { Check } from '#kernel/check'
import type { Config } from './config.ts'
import type { Handlers } from './handler.ts'
import type { Reaction } from './reaction.ts'
import type { BaseServices, Services } from './services.ts'

/** What an engine gives when it is opened: services for the process, what each kind of operation is lent of them, and how it ends. */
export type OpenedEngine = {
  services: object
  contexts: { request: object; reading: object; changing: object }
  stop: () => Promise<void>
}

export type Engine = {
  /** The roles that need it; left out, every process does. */
  roles?: readonly RoleName[]
  open: (services: BaseServices, roles: readonly RoleName[]) => Promise<OpenedEngine> | OpenedEngine
}

/** Work that is done again and again. Several processes may do it at once, and it does no harm. */
export type Task = {
  /** In the log, and in the metric of tasks that fail. */
  name: string
  /** How long after one turn comes the next. */
  everyMs: number
  /** Processes of this role alone; left out, every process. Those of a role rest while the database is not served: it may be a copy. */
  role?: RoleName
  /** How many statements it has under way at once; left out, one. */
  connections?: number
  /** Whether nothing is served before it was tried once. */
  isFirst?: true
  /** Called once, for what lasts over turns. `calls` has connections of its own, so that no request waits behind a task. */
  start: (services: Services & { calls: FunctionCalls }) => (signal: AbortSignal) => Promise<unknown>
}

export type Gauge = { name: string; help: string; read: () => number }

/** What an area is. Roles are put together from these, and nothing else lists what an area has. */
export type Area = {
  name: string
  handlers: Partial<Handlers>
  settings?: AreaSettings
  engine?: Engine
  tasks?: readonly Task[]
  /** What it does when something happened, here or in another area. */
  reactions?: readonly Reaction[]
  /** The steps of its workflows, for processes with the role `worker`. Workflows are found by their file name, `*.workflow.ts`. */
  activities?: (services: Services) => Activities
  /** For metrics, where its engine is open. */
  gauges?: (services: Services) => Gauge[]
  /** What doctor looks at, and serve before it starts. `isServing`: by the service itself, whose folders may stay. */
  checks?: (config: Config, options: { isServing: boolean }) => Check[]
  /** Before the checks: removes what an earlier process left behind. */
  cleanUp?: (config: Config) => Promise<void>
}
