import { PublishProblem } from '../publish/index.ts'
import { RunFailure } from '../run/index.ts'
import { SyncProblem } from '../syncs/index.ts'

const ofRun = (failure: RunFailure): SyncProblem => {
  const { code, message, file, line, dbtSaid, isTransient } = failure
  return new SyncProblem(code, message, { file, line, dbtSaid, isTransient, cause: failure })
}

/** The first that is about a model of the project, by the file that people can mend; else the first of all. */
const ofPublication = (problem: PublishProblem): SyncProblem => {
  const { code, message, problems, cause = problem } = problem
  const own = problems.find(({ model }) => model !== null)
  // The line is one of the generated file: beside the file of the model it would mislead.
  if (own?.model) return new SyncProblem(code, message, { file: own.model.file, cause })
  const [first] = problems
  return new SyncProblem(code, message, { file: first?.file ?? null, line: first?.line ?? null, cause })
}

/** Does a phase, and says what it fails for as the run tells it. What else is thrown is ours, or the end of the run. */
export const orSyncProblem = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    if (error instanceof RunFailure) throw ofRun(error)
    if (error instanceof PublishProblem) throw ofPublication(error)
    throw error
  }
}
