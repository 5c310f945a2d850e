import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { camel, kebab } from '../generate/case.ts'
import { formatFiles } from '../generate/format.ts'
import { areaAuditTargets, areaFailures, contractFile } from './operation-contract.ts'
import { InvalidArguments, type OperationPlan } from './operation-plan.ts'
import { handlerFile, testFile } from './operation-server.ts'
import { whoMayRow } from './who-may.ts'

/** How the text of a file changes; it is empty for a file that does not exist yet. */
type Edit = readonly [path: string, edit: (text: string) => string]

const areaFile = (area: string): string => `import type { Area } from '#context'
import { handlers } from './generated/handlers.ts'

/** The area ${area}. */
export const ${camel(area)}: Area = { name: '${area}', handlers }
`

const newFile = (path: string, content: string): Edit => [
  path,
  (text) => {
    if (text !== '') throw new InvalidArguments(`${path} already exists.`)
    return content
  },
]

const editsOf = (plan: OperationPlan): Edit[] => {
  const { area, module, id } = plan
  const contract = `packages/contract/src/${area}`
  const domain = `apps/server/src/domains/${area}`
  const handler = `${domain}/${module}/${kebab(id)}`
  return [
    [`${contract}/${module}.ts`, (text) => contractFile(plan, text)],
    [`${contract}/failures.ts`, (text) => areaFailures(plan, text)],
    [`${contract}/audit-targets.ts`, (text) => areaAuditTargets(plan, text)],
    [`packages/contract/test/who-may/${area}.ts`, (text) => whoMayRow(plan, text)],
    [`${domain}/area.ts`, (text) => text || areaFile(area)],
    newFile(`${handler}.ts`, handlerFile(plan)),
    newFile(`${handler}.test.ts`, testFile(plan)),
  ]
}

/**
 * Writes the files of a new operation below a repository and returns their paths. The result compiles and guards its access;
 * one test fails until its author writes it.
 */
export const writeOperation = async (root: string, plan: OperationPlan): Promise<string[]> => {
  const textOf = (path: string): string => (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : '')
  const texts = editsOf(plan).map(([path, edit]) => [path, edit(textOf(path))] as const)
  const changed = [...(await formatFiles(texts))].filter(([path, text]) => text !== textOf(path))
  for (const [path, text] of changed) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return changed.map(([path]) => path)
}
