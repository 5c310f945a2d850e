import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { InvalidArguments, readOperationPlan } from './new/operation-plan.ts'
import { writeOperation } from './new/operation.ts'

const root = join(import.meta.dirname, '..')

try {
  const paths = await writeOperation(root, readOperationPlan(process.argv.slice(2)))
  for (const path of paths) process.stdout.write(`${path}\n`)
  // The generators need a process of their own: this one has already imported the previous contract.
  for (const generator of ['generate-lists.ts', 'generate-client.ts'])
    await promisify(execFile)(process.execPath, [`tools/${generator}`, '--write'], { cwd: root })
} catch (error) {
  if (!(error instanceof InvalidArguments)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
