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
