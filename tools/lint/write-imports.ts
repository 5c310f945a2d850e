import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { importRules } from './imports.ts'

// .oxlintrc.json extends this file. The root scripts `prepare` and `lint` write it.
const folder = join(import.meta.dirname, 'dist')
mkdirSync(folder, { recursive: true })
writeFileSync(join(folder, 'imports.json'), importRules())
