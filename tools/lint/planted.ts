import { execFile } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { importRules } from './imports.ts'

const root = join(import.meta.dirname, '../..')

export type Finding = { file: string; line: number; rule: string; text: string }

type Report = { diagnostics: { filename: string; code: string; message: string; help?: string; labels: { span: { line: number } }[] }[] }

const lint = (folder: string, flags: string[]): Promise<Report> =>
  new Promise((resolve, reject) => {
    // oxlint exits with an error when it finds something: only output that is not a report is a failure.
    execFile(
      join(root, 'node_modules/.bin/oxlint'),
      ['--format=json', ...flags],
      { cwd: folder, maxBuffer: 2 ** 26 },
      (_, stdout, stderr) => {
        try {
          resolve(JSON.parse(stdout) as Report)
        } catch (cause) {
          reject(new Error(`oxlint printed no report: ${stdout}${stderr}`, { cause }))
        }
      },
    )
  })

/** Lints the given files in an empty folder with the configuration of this repository. */
export const lintPlanted = async (files: Readonly<Record<string, string>>, flags: string[] = []): Promise<Finding[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'facet-lint-'))
  try {
    const place = (path: string): string => {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      return join(folder, path)
    }
    for (const path of ['.oxlintrc.json', 'tsconfig.json', 'tsconfig.base.json', 'apps/server/package.json'])
      copyFileSync(join(root, path), place(path))
    writeFileSync(place('tools/lint/dist/imports.json'), importRules())
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    for (const [path, source] of Object.entries(files)) writeFileSync(place(path), source)
    const { diagnostics } = await lint(folder, flags)
    return diagnostics.map(({ filename, code, message, help = '', labels }) => ({
      file: filename,
      line: labels[0]?.span.line ?? 1,
      rule: code,
      text: `${message} ${help}`,
    }))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
