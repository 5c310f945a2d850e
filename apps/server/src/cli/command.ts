import type { LogDestination } from '#adapters/log'

export type Say = (line: string) => void
export type Options = Record<string, string | undefined>

/** How a command tells what it did: lines for people or, with `--json`, JSON on standard output and nothing else there. */
export type Output = {
  isJson: boolean
  say: Say
  /** For what takes long: on standard error, so that it is never taken for the result. */
  progress: Say
}

export type Call = {
  env: Record<string, string | undefined>
  options: Options
  output: Output
  /** Where the service writes its log. Defaults to standard output. */
  logTo?: LogDestination | undefined
  /** Aborted by SIGTERM and SIGINT from now on. For a command that stops in order; those that do not ask for it end at once. */
  stopSignal: () => AbortSignal
}

export type Option = {
  /** What stands for its value in help; without it, the option is a switch. */
  value?: string
  about: string
  isRequired?: true
  /** Its value may be given without its name. */
  isArgument?: true
}

export type Command = {
  /** As it is typed: `tenants create`. */
  name: string
  summary: string
  /** What help says beyond the summary. */
  about?: string
  options: Record<string, Option>
  /** Options of which exactly one must be given. */
  oneOf?: readonly string[]
  /** The variables it reads. Problems of others are not its business. */
  settings: readonly string[]
  /** What help says about its exit codes, where that is not what it says of every command. */
  ends?: string
  /** Whether it went well. What it imports is loaded when it runs, so that help is quick. */
  run: (call: Call) => Promise<boolean>
}

/** How a process ends; docs/operate/commands.md says it to operators. */
export const exitCodes = { done: 0, failed: 1, usage: 2, settings: 3 } as const

/** The command line is wrong: no such command or option, or a value is missing. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UsageError'
  }
}
