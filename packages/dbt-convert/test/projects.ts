import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { convert, type Conversion, type ConvertInput } from '../src/index.ts'

export const projectFolder = (name: string): string => join(import.meta.dirname, 'projects', name)

export const readProject = (name: string, file = 'manifest.json'): Buffer => readFileSync(join(projectFolder(name), file))

/** Every project that converts, with what it is converted with. */
export const projects: Record<string, Partial<ConvertInput['options']>> = {
  shop: {},
  relationships: {},
  composite_keys: {},
  kinds: {},
  custom_schemas: {},
  hostile_names: {},
  semantics: { hasSemanticModels: true, selector: 'customers days orders', policyStubGroups: ['staff'] },
}

/** What dbt made of a project that lies beside this file, converted. */
export const convertProject = (name: string, options: Partial<ConvertInput['options']> = {}): Conversion =>
  convert({ manifest: readProject(name), options: { warehouse: 'postgres', ...projects[name], ...options } })

export const fileOf = ({ files }: Conversion, cube: string): string =>
  files.find(({ path }) => path.endsWith(`/${cube}.yml`))?.content ?? ''

export const decisionOf = ({ report }: Conversion, cube: string) => {
  const decision = report.models.find((model) => model.cube === cube)
  if (!decision) throw new Error(`There is no cube ${cube}.`)
  return decision
}
