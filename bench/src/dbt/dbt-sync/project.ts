import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A dbt project of so many models in a folder: each documented, with a key that tests prove and a reference to another. */
export type GeneratedProject = {
  folder: string
  /**
   * Writes one of its models and what one of its columns is said to be anew, as a commit of somebody's would. Nothing refers to it, as
   * nothing does to half of the models: what refers to a changed model dbt parses again.
   */
  change: (what: string) => void
}

const perArea = 25
const nameOf = (model: number): string => `model_${String(model).padStart(5, '0')}`
const areaOf = (model: number): string => `area_${String(Math.floor(model / perArea)).padStart(3, '0')}`

const sqlOf = (model: number): string => {
  const from = model === 0 ? "(select 1 as id, null as parent_id, 'new' as status, now() as created_at, 1 as amount) as first" : ''
  const rows = from || `{{ ref('${nameOf(model >> 1)}') }}`
  return `select id, parent_id, status, created_at, amount\nfrom ${rows}\nwhere amount > ${model}\n`
}

const described = (model: number, status: string): string => `  - name: ${nameOf(model)}
    description: One row for each thing that happened in model ${model}, with what it refers to.
    columns:
      - name: id
        description: The number of the row.
        data_type: bigint
        data_tests: [unique, not_null]
      - name: parent_id
        description: The row of ${nameOf(model >> 1)} that it comes from.
        data_type: bigint
${
  model === 0
    ? ''
    : `        data_tests:
          - relationships:
              arguments: { to: ref('${nameOf(model >> 1)}'), field: id }
`
}      - name: status
        description: ${JSON.stringify(status)}
        data_type: text
      - name: created_at
        description: When it happened.
        data_type: timestamp
      - name: amount
        description: What it was worth.
        data_type: numeric
`

const usual = 'Where it stands: new, open, done.'

const areaFile = (first: number, count: number, status = usual): string => {
  const models = Array.from({ length: Math.min(perArea, count - first) }, (_, at) => described(first + at, at === 0 ? status : usual))
  return `version: 2\nmodels:\n${models.join('')}`
}

const settings = `name: large
version: 1.0.0
config-version: 2
profile: facet
models:
  large:
    +materialized: table
`

const packagesOf = (url: string): string => `packages:\n  - git: ${JSON.stringify(url)}\n    revision: main\n    warn-unpinned: false\n`

/** A project whose one package lies at this address; its models are a multiple of those of an area. */
export const generateProject = (folder: string, models: number, packageUrl: string): GeneratedProject => {
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  write('dbt_project.yml', settings)
  write('packages.yml', packagesOf(packageUrl))
  for (let model = 0; model < models; model++) write(`models/${areaOf(model)}/${nameOf(model)}.sql`, sqlOf(model))
  for (let first = 0; first < models; first += perArea) write(`models/${areaOf(first)}/models.yml`, areaFile(first, models))
  return {
    folder,
    change: (what) => {
      const last = models - perArea
      write(`models/${areaOf(last)}/${nameOf(last)}.sql`, `${sqlOf(last)}-- ${what}\n`)
      write(`models/${areaOf(last)}/models.yml`, areaFile(last, models, `${usual} ${what}.`))
    },
  }
}
