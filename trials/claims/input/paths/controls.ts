import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, posix, relative, sep, win32 } from 'node:path'
import type { Attack } from './corpus.ts'

const env = (home: string) => ({ PATH: process.env['PATH'], HOME: home, GIT_CONFIG_NOSYSTEM: '1' })

/** Writes as careless code would, and says where the file came to be. */
const writeNaively = (root: string, path: string): string => {
  const file = join(root, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, 'escaped')
  return relative(root, file)
}

const bitesOnPosix = (scratch: string, path: string): boolean => {
  const root = join(mkdtempSync(join(scratch, 'naive-')), 'a/b/root')
  mkdirSync(root, { recursive: true })
  // Far above would be the real machine: there the path alone is judged.
  if (path.startsWith('../../../../')) return !posix.join(root, path).startsWith(`${root}/`)
  execFileSync('git', ['init', '--quiet', root], { env: env(scratch) })
  const landed = writeNaively(root, path)
  return landed.startsWith(`..${sep}`) || landed.startsWith(`.git${sep}`)
}

const bitesOnWindows = (path: string): boolean => !win32.join('C:\\root', path).startsWith('C:\\root\\')

/** Whether git lets the path into an index when told that disks like those of Windows and of macOS matter. */
const isKeptOffByGit = (scratch: string, path: string): boolean => {
  const root = join(scratch, 'judge')
  mkdirSync(root, { recursive: true })
  if (!existsSync(join(root, '.git'))) execFileSync('git', ['init', '--quiet', root], { env: env(scratch) })
  const settings = ['-c', 'core.protectNTFS=true', '-c', 'core.protectHFS=true']
  const blob = execFileSync('git', ['hash-object', '-w', '--stdin'], { cwd: root, env: env(scratch), input: 'x' })
    .toString()
    .trim()
  const add = (name: string): boolean =>
    spawnSync('git', [...settings, 'update-index', '--add', '--cacheinfo', `100644,${blob},${name}`], { cwd: root, env: env(scratch) })
      .status === 0
  // The same with a plain name goes in, so it is the name that git minds.
  return !add(path) && add('model/plain.yml')
}

/** Whether the attack does something where nobody holds it up. */
export const bites = (scratch: string, { path, control }: Attack): boolean => {
  if (control === 'posix') return bitesOnPosix(scratch, path)
  if (control === 'windows') return bitesOnWindows(path)
  return control === 'git' && isKeptOffByGit(scratch, path)
}

/** Checks out the planted commit with git as it comes, and writes to a path below its link: the write lands where the link points. */
export const linkBites = (scratch: string, gitDir: string, commit: string, link: string, target: string): boolean => {
  const root = join(scratch, 'checkout')
  mkdirSync(root, { recursive: true })
  spawnSync('git', ['--git-dir', gitDir, '--work-tree', root, 'checkout', '--quiet', '--force', commit, '--', link], { env: env(scratch) })
  if (!existsSync(join(root, link))) return false
  writeFileSync(join(root, link, 'control'), 'escaped')
  return readFileSync(join(target, 'control'), 'utf8') === 'escaped'
}

/** Passes the name to git where a careless caller would: it is taken for an option that names a program. */
export const branchBites = (scratch: string, gitDir: string, name: string, canary: string): boolean => {
  spawnSync('git', ['ls-remote', name.replace('CANARY', canary), gitDir], { env: env(scratch) })
  return existsSync(canary)
}

/** A hook in the repository, run by git as it comes. */
export const hookBites = (scratch: string, gitDir: string, commit: string, canary: string): boolean => {
  plantHooks(gitDir, canary)
  spawnSync('git', ['--git-dir', gitDir, 'update-ref', 'refs/heads/hooked', commit], { env: env(scratch) })
  return existsSync(canary)
}

export const plantHooks = (gitDir: string, canary: string): void => {
  const hooks = join(gitDir, 'hooks')
  mkdirSync(hooks, { recursive: true })
  for (const name of ['reference-transaction', 'post-commit', 'pre-commit', 'post-update', 'pre-receive', 'post-checkout', 'pre-auto-gc'])
    writeFileSync(join(hooks, name), `#!/bin/sh\ntouch '${canary}'\n`, { mode: 0o755 })
}
