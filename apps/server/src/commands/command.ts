import type { Options, Say } from './with-database.ts'

/** How a command tells what it did: lines for people or, with `--json`, JSON on standard output and nothing else there. */
export type Output = {
  isJson: boolean
  say: Say
  /** For what takes long: on standard error, so that it is never taken for the result. */
  progress: Say
}

export type Call = { env: Record<string, string | undefined>; options: Options; output: Output; signal: AbortSignal }

export type Option = {
  /** What stands for its value in help; without it, the option is a switch. */
  value?: string
  about: string
  isRequired?: true
}

export type Command = {
  /** As it is typed: `tenants create`. */
  name: string
  summary: string
  /** What help says beyond the summary. */
  about?: string
  options: Record<string, Option>
  /** The variables it reads. Problems of others are not its business. */
  settings: readonly string[]
  /** Whether it went well. What it stands on is loaded when it runs, so that help is quick. */
  run: (call: Call) => Promise<boolean>
}

/** How a process ends; docs/operate/commands.md says it to operators. */
export const exitCodes = { done: 0, failed: 1, usage: 2, settings: 3 } as const

/** The command was typed in a way that does not exist. */
export class UsageProblem extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UsageProblem'
  }
}
