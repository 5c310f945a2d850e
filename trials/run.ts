import { join } from 'node:path'
import { superviseTrial } from './harness/supervise.ts'

process.exitCode = await superviseTrial([join(import.meta.dirname, 'run-trial.ts'), ...process.argv.slice(2)])
