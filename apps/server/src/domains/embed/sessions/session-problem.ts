import type { FailureCode } from '@facet/contract'
import { Failure } from '#kernel/failure'

/** One thing that is wrong with a session request. */
export type SessionProblem = { code: FailureCode; pointer: string; message: string }

/** The first problem decides code and message, so that they follow the documented order; `errors` names them all. */
export const failureFor = ([first, ...more]: [SessionProblem, ...SessionProblem[]]): Failure =>
  new Failure(first.code, first.message, { errors: [first, ...more].map(({ pointer, message }) => ({ pointer, message })) })

export const hasProblems = (problems: SessionProblem[]): problems is [SessionProblem, ...SessionProblem[]] => problems.length > 0
