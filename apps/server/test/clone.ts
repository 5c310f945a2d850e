import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'
import { readRepository } from './given-files.ts'
import type { Actor, TestServer } from './server.ts'

const run = promisify(execFile)

export type Clone = { git: (...args: string[]) => Promise<string>; folder: string }

/** The repository as any git sees it: cloned with a plain `git clone`, every branch of it. */
export const cloneRepository = async (server: TestServer, actor: Actor): Promise<Clone> => {
  const folder = await mkdtemp(join(tmpdir(), 'facet-clone-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const env = { PATH: process.env['PATH'] ?? '', HOME: folder, GIT_CONFIG_NOSYSTEM: '1' }
  const origin = join(folder, 'origin.git')
  const git =
    (cwd: string) =>
    async (...args: string[]): Promise<string> =>
      (await run('git', args, { cwd, env, maxBuffer: 100_000_000 })).stdout.trimEnd()
  await git(folder)('init', '--quiet', '--bare', '--initial-branch=main', origin)
  await readRepository(server, actor, async ({ gitDir, state }) => {
    await run('cp', ['-r', join(gitDir.path, 'objects'), origin])
    for (const [name, commit] of Object.entries(state.refs)) await git(origin)('update-ref', `refs/${name}`, commit)
  })
  const clone = join(folder, 'clone')
  await git(folder)('clone', '--quiet', origin, clone)
  return { git: git(clone), folder: clone }
}
