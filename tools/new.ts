import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { format } from './generate/format.ts'
import { contractAuditTargets, contractFailures, contractFile, contractIndex, listEntry, trailGuardRows } from './new/contract.ts'
import { kebab } from './new/names.ts'
import { type Plan, readPlan, WrongArguments } from './new/plan.ts'
import { handlerFile, moduleIndex, testFile } from './new/server.ts'
import { trialFile } from './new/trial.ts'
import { whoMayRow } from './new/who-may.ts'

const root = join(import.meta.dirname, '..')
const contract = 'packages/contract/src'
const server = 'apps/server/src'

const textOf = (path: string): string => (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : '')

const filesOf = (plan: Plan): [string, string][] => {
  const module = `${server}/domains/${plan.area}/${plan.module}`
  const handler = `${module}/${kebab(plan.id)}`
  const contractModule = `${plan.area}/${plan.module}`
  const edited = (path: string, edit: (text: string) => string): [string, string] => [path, edit(textOf(path))]
  if (textOf(`${handler}.ts`) !== '') throw new WrongArguments(`${handler}.ts is there already.`)
  return [
    edited(`${contract}/${contractModule}.ts`, (text) => contractFile(plan, text)),
    edited(`${contract}/index.ts`, (text) => contractIndex(plan, text)),
    edited(`${contract}/failures.ts`, (text) => contractFailures(plan, text)),
    edited(`${contract}/audit-targets.ts`, (text) => contractAuditTargets(plan, text)),
    edited('apps/server/test/trail-guard.ts', (text) => trailGuardRows(plan, text)),
    edited('packages/contract/test/who-may.ts', (text) => whoMayRow(plan, text)),
    edited(`${contract}/operations.ts`, (text) =>
      listEntry(text, plan, `./${contractModule}.ts`, /^import \* as \w+ from '(\.\/.+)\.ts'$/),
    ),
    edited(`${server}/roles/handlers.ts`, (text) =>
      listEntry(text, plan, `#domains/${contractModule}`, /^import \* as \w+ from '(#domains\/.+)'$/),
    ),
    edited(`${module}/index.ts`, (text) => moduleIndex(plan, text)),
    edited('bench/src/security/keys/calls.ts', (text) => trialFile(plan, text)),
    [`${handler}.ts`, handlerFile(plan)],
    [`${handler}.test.ts`, testFile(plan)],
  ]
}

/** Makes the files of one more operation: complete enough to compile and to guard its access, with one test that waits to be written. */
const make = async (plan: Plan): Promise<void> => {
  const files = await Promise.all(filesOf(plan).map(async ([path, text]) => [path, await format(path, text)] as const))
  const changed = files.filter(([path, text]) => text !== textOf(path))
  for (const [path, text] of changed) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
    process.stdout.write(`${path}\n`)
  }
  // A process of its own, since this one has read the contract as it was before.
  await promisify(execFile)(process.execPath, ['tools/generate-client.ts', '--write'], { cwd: root })
}

try {
  await make(readPlan(process.argv.slice(2)))
} catch (error) {
  if (!(error instanceof WrongArguments)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
