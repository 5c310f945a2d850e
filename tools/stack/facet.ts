import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from './state.ts'

const run = promisify(execFile)
export const main = join(root, 'apps/server/src/main.ts')

type Environment = Record<string, string>

const failedIn = (error: unknown): string[] =>
  ((error as { stdout?: string }).stdout ?? '').split('\n').filter((line) => line.startsWith('FAIL'))

/** Why a command failed, in its own words: doctor says it on standard output. */
const reasonOf = (error: unknown): string => {
  const { stderr = '' } = error as { stderr?: string }
  return [...failedIn(error), stderr.trim()].filter(Boolean).join('\n') || String(error)
}

export const facet = async (env: Environment, ...args: string[]): Promise<string> => {
  try {
    return (await run(process.execPath, [main, ...args], { env })).stdout.trim()
  } catch (cause) {
    throw new Error(`facet ${args.slice(0, 2).join(' ')} failed:\n${reasonOf(cause)}`, { cause })
  }
}

// The first is the running service's own, perhaps without TLS; the others are right again once the database was migrated.
const settledLater = /^FAIL {2}(listener|schema|encryption keys|ledger): /

/** Checked without what builds need: a stack whose engine or Temporal is missing serves everything else. */
export const ofServing = ['--roles', 'api,authoring,gateway']

/** Looks at settings beside the service that runs without them, which is stopped only when they are right. */
export const checkBeside = async (env: Environment): Promise<void> => {
  const failed = await run(process.execPath, [main, 'doctor', ...ofServing], { env }).then(
    () => [],
    (error: unknown) => failedIn(error).filter((line) => !settledLater.test(line)),
  )
  if (failed.length > 0) throw new Error(`facet doctor failed:\n${failed.join('\n')}\nThe service goes on as it was.`)
}
