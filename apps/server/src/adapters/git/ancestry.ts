import { runGit } from './run.ts'

/** Whether a commit is the other or one that came before it. One that is not here is not. */
export const isAncestor = async (gitDir: string, commit: string, of: string, signal: AbortSignal): Promise<boolean> => {
  const { code } = await runGit({ gitDir, args: ['merge-base', '--is-ancestor', commit, of], accept: [0, 1, 128], signal })
  return code === 0
}

/** Whether everything the commit reaches and the known ones do not is here, down to the last file. */
export const isComplete = async (gitDir: string, commit: string, known: string[], signal: AbortSignal): Promise<boolean> => {
  const input = [commit, ...known.map((one) => `^${one}`), ''].join('\n')
  const args = ['rev-list', '--objects', '--quiet', '--stdin']
  const { code } = await runGit({ gitDir, args, input, accept: [0, 1, 128], timeoutMs: 600_000, signal })
  return code === 0
}
