import { execFile } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const server = join(import.meta.dirname, '../../apps/server')

/** Packs the program and installs it in an empty folder, without a network; gives the names of what was installed. */
export const installPacked = async (folder: string): Promise<string[]> => {
  await run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: server })
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? ''
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'machine', private: true }))
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${tarball}`], { cwd: folder })
  return readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.'))
}
