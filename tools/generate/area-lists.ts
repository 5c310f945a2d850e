import { type AreaFiles, readAreas, workflowFiles } from './area-files.ts'
import { camel } from './case.ts'

const server = 'apps/server/src'

const together = (types: readonly string[]): string => (types.length === 0 ? 'object' : types.join(' & '))

/** What areas add to the types of the process: settings, services, and what operations are lent of these. */
const areaTypes = (areas: readonly AreaFiles[]): string => {
  const engines = areas.filter(({ hasEngine }) => hasEngine).map(({ name }) => name)
  const settings = areas.filter(({ hasSettings }) => hasSettings).map(({ name }) => name)
  return `${engines.map((name) => `import type * as ${camel(name)} from '#engine/${name}'\n`).join('')}${settings
    .map((name) => `import type { settings as ${camel(name)}Settings } from '#settings/${name}'\n`)
    .join('')}
export type AreaSettings = ${together(settings.map((name) => `ReturnType<(typeof ${camel(name)}Settings)['read']>`))}

export type AreaServices = ${together(engines.map((name) => `${camel(name)}.EngineServices`))}

export type AreaContexts = ${together(engines.map((name) => `${camel(name)}.EngineContexts`))}
`
}

const areaList = (areas: readonly AreaFiles[]): string => `import type { Area } from '#context'
${areas.map(({ name }) => `import { ${camel(name)} } from '../../domains/${name}/area.ts'\n`).join('')}
/** Every area of the product. */
export const areas: readonly Area[] = [${areas.map(({ name }) => camel(name)).join(', ')}]
`

const settingsList = (areas: readonly AreaFiles[]): string => {
  const names = areas.filter(({ hasSettings }) => hasSettings).map(({ name }) => name)
  return `${names.map((name) => `import { settings as ${camel(name)} } from '#settings/${name}'\n`).join('')}
/** The settings of every area, apart from the areas themselves: who only reads settings loads no more. */
export const areaSettings = [${names.map((name) => camel(name)).join(', ')}] as const
`
}

/** What a worker runs: a bundle is made of this file. */
const workflowsList = (files: readonly string[]): string =>
  files.length === 0 ? 'export const none = null\n' : files.map((path) => `export * from '../../domains/${path}'\n`).join('')

/** The lists of areas: path from the root of the repository to content. */
export const areaLists = (areas: readonly AreaFiles[] = readAreas()): [path: string, content: string][] => [
  [`${server}/context/generated/areas.ts`, areaTypes(areas)],
  [`${server}/process/generated/areas.ts`, areaList(areas)],
  [`${server}/process/generated/settings.ts`, settingsList(areas)],
  [`${server}/process/generated/workflows.ts`, workflowsList(workflowFiles())],
]
