import { type GitDir, runIn } from './run.ts'

/** Whether a commit is the other or one that came before it. One that is not here is not. */
export const isAncestor = async (gitDir: GitDir, commit: string, of: string, signal: AbortSignal): Promise<boolean> => {
  const { code } = await runIn(gitDir, { args: ['merge-base', '--is-ancestor', commit, of], accept: [0, 1, 128], signal })
  return code === 0
}

/** Whether everything the commit reaches and the known ones do not is here, down to the last file. */
export const isComplete = async (gitDir: GitDir, commit: string, known: string[], signal: AbortSignal): Promise<boolean> => {
  const input = [commit, ...known.map((one) => `^${one}`), ''].join('\n')
  const args = ['rev-list', '--objects', '--quiet', '--stdin']
  const { code } = await runIn(gitDir, { args, input, accept: [0, 1, 128], timeoutMs: 120_000, signal })
  return code === 0
}

// A commit that is looked for was made minutes ago. Its message is whatever somebody wrote.
const maxLookedAt = 1000
const maxMessageBytes = 16 * 1_048_576

/** The newest commit with this trailer among the last ones of a history, with its first parent. */
export const findByTrailer = async (
  gitDir: GitDir,
  head: string,
  trailer: { key: string; value: string },
  signal: AbortSignal,
): Promise<{ commit: string; parent: string } | undefined> => {
  const format = `%H %P%x00%(trailers:key=${trailer.key},valueonly,unfold,separator=%x00)`
  const args = ['log', `--max-count=${maxLookedAt}`, `--format=tformat:${format}`, head]
  const { stdout } = await runIn(gitDir, { args, maxOutputBytes: maxMessageBytes, signal })
  for (const line of stdout.toString('utf8').split('\n')) {
    const [ids = '', ...values] = line.split('\0')
    const [commit, parent] = ids.split(' ')
    if (commit && parent && values.includes(trailer.value)) return { commit, parent }
  }
  return undefined
}
