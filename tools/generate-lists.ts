import { readAreas } from './generate/area-files.ts'
import { areaLists } from './generate/area-lists.ts'
import { camel, kebab } from './generate/case.ts'
import { areasWith, areasWithRights, type ContractFile, readContractFiles } from './generate/contract-files.ts'
import { formatFiles } from './generate/format.ts'
import { writeFiles } from './generate/write.ts'

const banner = '// Generated from the files of the contract and of the areas by pnpm generate. Do not edit.\n'
const contract = 'packages/contract'
const server = 'apps/server/src'

/** The operations of some files, each with its file, by id. */
const operationsIn = (files: readonly ContractFile[]): { id: string; file: ContractFile }[] =>
  files.flatMap((file) => file.operationIds.map((id) => ({ id, file }))).toSorted((a, b) => (a.id < b.id ? -1 : 1))

const operationsList = (files: readonly ContractFile[]): string => {
  const imports = files
    .filter(({ operationIds }) => operationIds.length > 0)
    .map(({ area, name, operationIds }) => `import { ${operationIds.toSorted().join(', ')} } from '../${area}/${name}.ts'\n`)
  const ids = operationsIn(files).map(({ id }) => id)
  return `${imports.join('')}
/** Every operation by id. A handler, a client method and a test file follow from each entry. */
export const operations = { ${ids.join(', ')} }

export type Operations = typeof operations
export type OperationId = keyof Operations
`
}

const exportList = (files: readonly ContractFile[]): string =>
  files.map(({ area, name }) => `export * from '../${area}/${name}.ts'\n`).join('')

const handlersList = (files: readonly ContractFile[]): string => {
  const operations = operationsIn(files)
  const imports = operations.map(({ id, file }) => `import { ${id} } from '../${file.name}/${kebab(id)}.ts'\n`)
  return `import type { Handlers } from '#context'
${imports.join('')}
/** Which function serves which operation of this area. */
export const handlers = { ${operations.map(({ id }) => id).join(', ')} } satisfies Partial<Handlers>
`
}

/** One value of all areas, merged of what each exports under a name. */
const merged = (areas: readonly string[], name: string, fileOf: (area: string) => string, declaration: string): string => `
${areas.map((area) => `import { ${name} as ${camel(area)} } from '${fileOf(area)}'\n`).join('')}
${declaration} = { ${areas.map((area) => `...${camel(area)}`).join(', ')} }
`

const failuresList = (): string =>
  merged(areasWith('failures'), 'failures', (area) => `../${area}/failures.ts`, 'export const areaFailures')

const auditTargetsList = (): string =>
  merged(areasWith('audit-targets'), 'auditTargets', (area) => `../${area}/audit-targets.ts`, 'export const areaAuditTargets')

const whoMayList = (): string =>
  `import type { OperationId } from '../../src/index.ts'\nimport type { WhoMay } from '../rights.ts'${merged(
    areasWithRights(),
    'whoMay',
    (area) => `../who-may/${area}.ts`,
    'export const whoMay: Record<OperationId, WhoMay>',
  )}`

const allHandlersList = (areas: readonly string[]): string =>
  `import type { Handlers } from '#context'${merged(
    areas,
    'handlers',
    (area) => `../../domains/${area}/generated/handlers.ts`,
    '/** Which function serves which operation. An operation without an entry does not compile. */\nexport const handlers: Handlers',
  )}`

/** The lists that say what areas there are and what each has: path from the root of the repository to content. */
export const generateLists = async (files: readonly ContractFile[] = readContractFiles()): Promise<Map<string, string>> => {
  // One that is new has a manifest and no operations yet.
  const areas = [...new Set([...files.map(({ area }) => area), ...readAreas().map(({ name }) => name)])].toSorted()
  const filesOf = (area: string): ContractFile[] => files.filter((file) => file.area === area)
  const lists: [path: string, content: string][] = [
    [`${contract}/src/generated/operations.ts`, operationsList(files)],
    [`${contract}/src/generated/areas.ts`, exportList(files)],
    [`${contract}/src/generated/failures.ts`, failuresList()],
    [`${contract}/src/generated/audit-targets.ts`, auditTargetsList()],
    [`${contract}/test/generated/who-may.ts`, whoMayList()],
    ...areas.map((area): [string, string] => [`${server}/domains/${area}/generated/handlers.ts`, handlersList(filesOf(area))]),
    [`${server}/process/generated/handlers.ts`, allHandlersList(areas)],
    ...areaLists(),
  ]
  return formatFiles(lists.map(([path, content]) => [path, `${banner}\n${content}`]))
}

if (import.meta.main && process.argv.includes('--write'))
  for (const line of writeFiles(await generateLists())) process.stdout.write(`${line}\n`)
