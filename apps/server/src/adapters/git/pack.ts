import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type GitDir, runIn } from './run.ts'

/** Makes the folders git asks for; a repository of ours has objects, and refs only for the time of a command. */
export const makeBareRepository = async ({ path: gitDir }: GitDir, alternates: string[] = []): Promise<void> => {
  await Promise.all([
    mkdir(join(gitDir, 'objects', 'pack'), { recursive: true }),
    mkdir(join(gitDir, 'objects', 'info'), { recursive: true }),
    mkdir(join(gitDir, 'refs'), { recursive: true }),
  ])
  await Promise.all([
    writeFile(join(gitDir, 'HEAD'), 'ref: refs/heads/none\n'),
    writeFile(join(gitDir, 'objects', 'info', 'alternates'), alternates.map((path) => `${path}\n`).join('')),
  ])
}

export type PackFiles = { pack: string; index: string }

/** The packs a repository holds itself, and whether objects lie about beside them. */
export const ownObjects = async ({ path: gitDir }: GitDir): Promise<{ packs: PackFiles[]; hasLoose: boolean }> => {
  const folders = await readdir(join(gitDir, 'objects'))
  const files = await readdir(join(gitDir, 'objects', 'pack'))
  const packs = files
    .filter((name) => name.endsWith('.pack'))
    .map((name) => {
      const base = join(gitDir, 'objects', 'pack', name.slice(0, -'.pack'.length))
      return { pack: `${base}.pack`, index: `${base}.idx` }
    })
  return { packs, hasLoose: folders.some((name) => /^[0-9a-f]{2}$/.test(name)) }
}

const packed = async (gitDir: GitDir, args: string[], input: string, signal: AbortSignal | undefined): Promise<PackFiles> => {
  const base = join(gitDir.path, 'objects', 'pack', 'made')
  const { stdout } = await runIn(gitDir, {
    args: ['pack-objects', '--quiet', ...args, base],
    input,
    timeoutMs: 120_000,
    ...(signal ? { signal } : {}),
  })
  const name = stdout.toString('latin1').trim()
  return { pack: `${base}-${name}.pack`, index: `${base}-${name}.idx` }
}

/** One pack of all that the new commits reach and the old ones do not. */
export const packNewObjects = (gitDir: GitDir, commits: string[], known: string[], signal: AbortSignal): Promise<PackFiles> =>
  packed(gitDir, ['--revs'], [...commits, ...known.map((commit) => `^${commit}`), ''].join('\n'), signal)

/** One pack in place of several, with every object of each: nothing is dropped, reachable or not. */
export const joinPacks = (gitDir: GitDir, names: string[]): Promise<PackFiles> =>
  packed(gitDir, ['--stdin-packs'], [...names, ''].join('\n'), undefined)

/** Makes the index of a pack that has lost it. */
export const indexPack = async (gitDir: GitDir, { pack, index }: PackFiles): Promise<void> => {
  await runIn(gitDir, { args: ['index-pack', '-o', index, pack], timeoutMs: 120_000 })
}
