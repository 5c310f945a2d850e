import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { formatFiles } from './generate/format.ts'
import { readCommand } from './new/command.ts'
import { type Edit, WrongArguments } from './new/verb.ts'

const root = join(import.meta.dirname, '..')

const textOf = (path: string): string => (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : '')

const make = async (edits: readonly Edit[]): Promise<void> => {
  const texts = edits.map(([path, edit]) => [path, edit(textOf(path))] as const)
  const changed = [...(await formatFiles(texts))].filter(([path, text]) => text !== textOf(path))
  for (const [path, text] of changed) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
    process.stdout.write(`${path}\n`)
  }
  // Processes of their own, since this one has read the contract as it was before. Row types are made of a migrated database.
  const hasMigration = changed.some(([path]) => path.endsWith('.sql'))
  for (const generator of ['generate-lists.ts', hasMigration ? 'generate.ts' : 'generate-client.ts'])
    await promisify(execFile)(process.execPath, [`tools/${generator}`, '--write'], { cwd: root })
}

try {
  await make(readCommand(process.argv.slice(2)))
} catch (error) {
  if (!(error instanceof WrongArguments)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
