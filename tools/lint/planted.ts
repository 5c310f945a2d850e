import { execFile } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const root = join(import.meta.dirname, '../..')

export type Finding = { file: string; line: number; rule: string; text: string }

type Report = { diagnostics: { filename: string; code: string; message: string; help?: string; labels: { span: { line: number } }[] }[] }

const lint = (folder: string, flags: string[]): Promise<Report> =>
  new Promise((resolve, reject) => {
    // Findings are an exit code too, so only an answer that is no report is a failure.
    execFile(
      join(root, 'node_modules/.bin/oxlint'),
      ['--format=json', ...flags],
      { cwd: folder, maxBuffer: 2 ** 26 },
      (_, stdout, stderr) => {
        try {
          resolve(JSON.parse(stdout) as Report)
        } catch (cause) {
          reject(new Error(`oxlint gave no report: ${stdout}${stderr}`, { cause }))
        }
      },
    )
  })

/** What the linter of this repository says about files planted in an empty copy of it. */
export const lintPlanted = async (files: Readonly<Record<string, string>>, flags: string[] = []): Promise<Finding[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'facet-lint-'))
  try {
    const place = (path: string): string => {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      return join(folder, path)
    }
    for (const path of ['.oxlintrc.json', 'tools/lint/imports.jsonc', 'tsconfig.json', 'tsconfig.base.json', 'apps/server/package.json'])
      copyFileSync(join(root, path), place(path))
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
