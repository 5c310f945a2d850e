import type { FailureCode } from '@facet/contract'
import { ConversionRefused, type RefusalCode } from '@facet/dbt-convert'
import { Failure } from '#kernel/failure'
import { mayPass } from '#kernel/may-pass'
import type { PublishedProblem } from './model-problems.ts'

export type PublishCode = 'secret_in_output' | 'model_not_compiling' | 'branch_not_writable' | RefusalCode | FailureCode

/** Why nothing was committed, where the same again would come to the same. Its message is for whoever owns the dbt project. */
export class PublishProblem extends Error {
  readonly code: PublishCode
  readonly problems: readonly PublishedProblem[]

  constructor(code: PublishCode, message: string, problems: readonly PublishedProblem[] = []) {
    super(message)
    this.name = 'PublishProblem'
    this.code = code
    this.problems = problems
  }
}

/** What was thrown, as the end of the run; null where it is an outage or a fault of ours, and may be tried again. */
export const asPublishProblem = (error: unknown): PublishProblem | null => {
  if (error instanceof PublishProblem) return error
  if (error instanceof ConversionRefused) return new PublishProblem(error.code, error.message)
  return error instanceof Failure && !mayPass(error) ? new PublishProblem(error.code, error.message) : null
}
