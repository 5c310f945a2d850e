import { execFile, execFileSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'

const root = realpathSync(join(import.meta.dirname, '../..'))

type Ended = { exitCode: number; output: string; stdout: string }

/** Another copy of the working tree, to change at will. */
export type CopiedRepository = {
  path: (file: string) => string
  run: (script: string, ...args: string[]) => Promise<Ended>
  runWith: (settings: Record<string, string>, script: string, ...args: string[]) => Promise<Ended>
  remove: () => void
}

/** Packages are linked, not copied; those of the workspace are linked to the copy, or it would run the code it was copied from. */
const linkPackages = (copy: string, folder: string): void => {
  mkdirSync(join(copy, folder), { recursive: true })
  for (const name of readdirSync(join(root, folder))) {
    const path = join(folder, name)
    const target = realpathSync(join(root, path))
    if (name === '@facet') linkPackages(copy, path)
    else if (target.includes('node_modules')) symlinkSync(target, join(copy, path))
    else symlinkSync(join(copy, relative(root, target)), join(copy, path))
  }
}

/** Copies the working tree, or the given paths of it, without installed packages and build output. */
export const copyFiles = (paths: readonly string[] = []): string => {
  const copy = realpathSync(mkdtempSync(join(tmpdir(), 'facet-copy-')))
  const list = ['ls-files', '--cached', '--others', '--exclude-standard', '-z', '--', ...paths]
  const listed = execFileSync('git', list, { cwd: root, encoding: 'utf8' })
  for (const file of listed.split('\0').filter((name) => name !== '' && existsSync(join(root, name))))
    cpSync(join(root, file), join(copy, file), { recursive: true })
  return copy
}

export const copyRepository = (paths: readonly string[] = []): CopiedRepository => {
  const copy = copyFiles(paths)
  for (const folder of globSync(['node_modules', '*/*/node_modules', '*/node_modules'], { cwd: root })) linkPackages(copy, folder)

  // A run of vitest inside one of its tests must not take itself for a worker of the outer one.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST') && name !== 'FACET_TEST_USAGE'))
  const runWith: CopiedRepository['runWith'] = (settings, script, ...args) =>
    new Promise((resolve) => {
      const options = { cwd: copy, env: { ...env, ...settings }, maxBuffer: 2 ** 26 }
      execFile(process.execPath, [join(copy, script), ...args], options, (error, stdout, stderr) =>
        resolve({ exitCode: error ? Number(error.code ?? 1) : 0, output: `${stdout}${stderr}`, stdout }),
      )
    })
  return {
    path: (file) => join(copy, file),
    run: (script, ...args) => runWith({}, script, ...args),
    runWith,
    remove: () => rmSync(copy, { recursive: true, force: true }),
  }
}
