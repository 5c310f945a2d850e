import { ChildLimitExceeded } from '#adapters/children'
import { Failure } from '#kernel/failure'
import { mayPass } from '#kernel/may-pass'
import { storable } from './foreign-text.ts'
import type { ModelProblem } from './types.ts'

// Of a text that a person reads; the ten problems that are shown have no more.
const maxMessageLength = 32_768

/** A build that fails because of what is built: the same again would fail again. */
export class BuildProblem extends Error {
  readonly problems: readonly ModelProblem[]

  constructor(message: string, problems: readonly ModelProblem[] = []) {
    super(storable(message.slice(0, maxMessageLength)))
    this.name = 'BuildProblem'
    this.problems = problems
  }
}

/** What a step threw, as the failure of the build; null where it is ours, and is tried again. */
export const asBuildProblem = (error: unknown): BuildProblem | null => {
  if (error instanceof BuildProblem) return error
  if (error instanceof ChildLimitExceeded) return new BuildProblem(`Compiling the data model went over its ${error.allowed}.`)
  return error instanceof Failure && !mayPass(error) ? new BuildProblem(error.message) : null
}
