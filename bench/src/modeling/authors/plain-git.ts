import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { ModelFile } from './author.ts'

const data = (text: string): string => `data ${Buffer.byteLength(text)}\n${text}\n`

const commitScript = (files: ModelFile[], parent: string | null): string =>
  [
    'commit refs/heads/main\ncommitter Ada <ada@facet.test> 1700000000 +0000\n',
    data('Change the model'),
    ...(parent ? [`from ${parent}\n`] : []),
    ...files.map(({ path, content }) => `M 100644 inline ${path}\n${data(content)}`),
    'done\n',
  ].join('')

/** Runs git to its end, with input if there is any, and gives how many bytes it wrote. */
const git = async (gitDir: string, args: string[], input?: string): Promise<number> => {
  const child = spawn('git', ['--git-dir', gitDir, ...args], { stdio: ['pipe', 'pipe', 'inherit'] })
  let bytes = 0
  child.stdout.on('data', (chunk: Buffer) => (bytes += chunk.length))
  child.stdin.end(input ?? '')
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`git ${args.join(' ')} ended with ${code}.`)
  return bytes
}

export const initBare = (gitDir: string): void => void execFileSync('git', ['init', '--quiet', '--bare', gitDir])

/** The quickest way git has: one command, no working tree, the pack written as it goes. Gives the pack's file. */
export const commitFiles = async (gitDir: string, files: ModelFile[]): Promise<string> => {
  const parent = hasMain(gitDir) ? 'refs/heads/main^0' : null
  const before = new Set(packsIn(gitDir))
  await git(gitDir, ['-c', 'fastimport.unpackLimit=0', 'fast-import', '--quiet', '--done'], commitScript(files, parent))
  const made = packsIn(gitDir).find((name) => !before.has(name))
  if (!made) throw new Error('git wrote no pack.')
  return join(gitDir, 'objects', 'pack', made)
}

const packsIn = (gitDir: string): string[] => readdirSync(join(gitDir, 'objects', 'pack')).filter((name) => name.endsWith('.pack'))

const hasMain = (gitDir: string): boolean => packsIn(gitDir).length > 0

/** Lists a tree and reads every file of it. */
export const readTree = async (gitDir: string): Promise<number> => {
  const listing = execFileSync('git', ['--git-dir', gitDir, 'ls-tree', '-r', '--format=%(objectname)', 'main'], {
    encoding: 'utf8',
    maxBuffer: 1e9,
  })
  return git(gitDir, ['cat-file', '--batch'], listing)
}

export const cloneShallow = async (gitDir: string, into: string): Promise<void> => {
  rmSync(into, { recursive: true, force: true })
  execFileSync('git', ['clone', '--quiet', '--bare', '--depth', '1', '--branch', 'main', `file://${gitDir}`, into])
}
