import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { programPath } from '../apps/server/src/adapters/git/index.ts'

it('lists on the installation page every folder that is searched for git', () => {
  const page = readFileSync(join(import.meta.dirname, '../docs/operate/install.md'), 'utf8')
  const folders = programPath.replaceAll(':', '`, `').replace(/, (?=[^,]*$)/, ' and ')

  expect(page).toContain(`\`${folders}\``)
})
