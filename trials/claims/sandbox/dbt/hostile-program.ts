import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Attack } from './attacks.ts'
import { probe } from './probe.ts'

/** Attacks in order, then at most one load, which reports when it passes `limit` and ends at `until`. */
export type Plan = { attacks: readonly Attack[]; load?: string; limit?: number; until?: number }

/** The probe, installed as a dbt environment and as the converter. */
export type HostileProgram = { environment: { python: string; root: string }; converter: { folder: string; program: string } }

const interpreter = '/usr/bin/python3'

export const writeHostileProgram = (folder: string, plan: Plan): HostileProgram => {
  const root = mkdtempSync(join(folder, 'hostile-'))
  const python = join(root, 'bin', 'python')
  mkdirSync(join(root, 'bin'))
  writeFileSync(join(root, 'pyvenv.cfg'), 'home = /usr/bin\n')
  writeFileSync(python, `#!/bin/sh\nexec ${interpreter} -I "${root}/probe.py" "$@"\n`, { mode: 0o755 })
  writeFileSync(join(root, 'probe.py'), probe)
  writeFileSync(join(root, 'plan.json'), JSON.stringify(plan))
  writeFileSync(
    join(root, 'convert.cjs'),
    `require('node:child_process').execFileSync('${interpreter}', ['-I', require('node:path').join(__dirname, 'probe.py')], { stdio: 'inherit' })\n`,
  )
  return { environment: { python, root }, converter: { folder: root, program: 'convert.cjs' } }
}
