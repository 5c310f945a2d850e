import { execFile, execFileSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'

const root = realpathSync(join(import.meta.dirname, '../..'))

type Ended = { exitCode: number; output: string; stdout: string }

/** A copy of the working tree for a test to change. */
export type CopiedRepository = {
  path: (file: string) => string
  run: (script: string, ...args: string[]) => Promise<Ended>
  remove: () => void
}

/** Links installed packages. Packages of the workspace are linked inside the copy, so that it runs its own code. */
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

  // With these variables, Vitest in the copy would act as a worker of the outer run.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST') && name !== 'FACET_TEST_USAGE'))
  return {
    path: (file) => join(copy, file),
    run: (script, ...args) =>
      new Promise((resolve) => {
        execFile(process.execPath, [join(copy, script), ...args], { cwd: copy, env, maxBuffer: 2 ** 26 }, (error, stdout, stderr) =>
          resolve({ exitCode: error ? Number(error.code ?? 1) : 0, output: `${stdout}${stderr}`, stdout }),
        )
      }),
    remove: () => rmSync(copy, { recursive: true, force: true }),
  }
}
