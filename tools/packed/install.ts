import { execFile } from 'node:child_process'
import { copyFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')
const tarball = 'facet-server-0.1.0.tgz'

const installedIn = (folder: string): string[] => readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.'))

/**
 * Packs the program and installs it in an empty folder, by the commands of the installation page but not for the whole machine. The program
 * itself is installed without a network; returns the names of what that installed.
 */
export const installPacked = async (folder: string, commands: { pack: string; install: string }): Promise<string[]> => {
  // This checkout is installed.
  await run('bash', ['-ec', commands.pack.replace('pnpm install\n', '')], { cwd: root })
  copyFileSync(join(root, tarball), join(folder, tarball))
  rmSync(join(root, tarball))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'machine', private: true }))
  const [program = '', ...libraries] = commands.install.trim().split('\n')
  await run('bash', ['-ec', program.replace('--global', '--offline --no-audit --no-fund')], { cwd: folder })
  const installed = installedIn(folder)
  for (const library of libraries) await run('bash', ['-ec', library.replace('--global', '--no-audit --no-fund')], { cwd: folder })
  return installed
}
