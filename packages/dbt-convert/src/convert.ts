import { nameCubes } from './cube-names.ts'
import { decideColumns, type Column, undocumentedColumns } from './columns.ts'
import { printCube } from './cube-file.ts'
import { type Evidence, gatherEvidence } from './evidence.ts'
import { isFormatOf } from './formats.ts'
import { decideJoins, type Draft } from './joins.ts'
import { decideKey, uniqueSetsOf } from './keys.ts'
import type { DbtModel, Manifest } from './manifest.ts'
import { decideMeasures, type Measure } from './measures.ts'
import { completeOptions, type ConvertOptions } from './options.ts'
import { groupsOf } from './policy.ts'
import { type Catalog, readCatalog } from './read-catalog.ts'
import { readManifest } from './read-manifest.ts'
import { ConversionRefused } from './refusal.ts'
import { createResolver, relationsOf } from './relations.ts'
import type { ConversionReport, ModelDecision } from './report.ts'
import { checkSchemas, sharedRelations } from './schemas.ts'
import { chooseModels } from './scope.ts'
import { tableOf } from './sql-names.ts'

export type ConvertInput = {
  /** `target/manifest.json` as dbt wrote it. */
  manifest: Uint8Array
  /** `target/catalog.json`, for types that the project does not declare. */
  catalog?: Uint8Array | null
  options: Partial<ConvertOptions> & Pick<ConvertOptions, 'warehouse'>
}

export type GeneratedFile = { path: string; content: string; modelId: string }

export type Conversion = {
  files: GeneratedFile[]
  report: ConversionReport
  outputPath: string
  /** Every model of the project, in scope or not: files of others are removed. */
  projectModels: Set<string>
  /** What the project has, converted or not. */
  stats: { models: number; sources: number; macros: number }
}

type Work = { manifest: Manifest; catalog: Catalog | null; options: ConvertOptions }

const draftsOf = (models: DbtModel[], { manifest, options }: Work, evidenceOf: (id: string) => Evidence): Map<string, Draft> => {
  const cubes = nameCubes(models, options)
  const resolve = createResolver(manifest)
  return new Map(
    models.map((model) => {
      const evidence = evidenceOf(model.id)
      const relations = relationsOf(model, evidence, manifest, resolve)
      const references = new Set(relations.filter(({ targetId }) => targetId !== model.id).flatMap(({ columns }) => columns))
      const key = decideKey({ model, evidence, references, options })
      const unique = uniqueSetsOf(model, evidence)
      return [model.id, { model, cube: cubes.get(model.id) ?? '', key, relations: options.hasJoins ? relations : [], unique, joins: [] }]
    }),
  )
}

const listNotices = (model: DbtModel, columns: Column[], { catalog, options }: Work): string[] => [
  ...model.meta.problems,
  ...(columns.length === 0 ? ['It has no documented columns, so the cube has no dimensions.'] : []),
  ...columns.flatMap(({ name, type, dimension, meta }) => [
    ...meta.problems.map((problem) => `Column ${name}: ${problem}`),
    ...(dimension === null ? [`Column ${JSON.stringify(name)} is left out: another column has its name.`] : []),
    ...(meta.format !== null && !isFormatOf(meta.format, type)
      ? [`Column ${name}: ${JSON.stringify(meta.format)} is no format of a ${type}.`]
      : []),
  ]),
  ...(options.hasCatalogColumns
    ? []
    : undocumentedColumns(model, catalog).map(
        (name) => `Column ${JSON.stringify(name)} is in the warehouse and not documented, so it is not shown.`,
      )),
]

const decisionOf = (draft: Draft, columns: Column[], measures: Measure[], path: string, work: Work): ModelDecision => {
  const groups = groupsOf(draft.model, work.options)
  return {
    modelId: draft.model.id,
    file: draft.model.file,
    cube: draft.cube,
    path,
    table: tableOf(draft.model, work.options),
    key: draft.key,
    joins: draft.joins,
    columns: columns.map(({ column, dimension, type, source, evidence }) => ({ column, dimension, type, source, evidence })),
    measures: measures.map(({ name }) => name),
    groups,
    isClosedToEmbed: groups.length === 0,
    notices: listNotices(draft.model, columns, work),
  }
}

const countsOf = (manifest: Manifest, models: ModelDecision[], skipped: number): ConversionReport['counts'] => {
  const joins = models.flatMap((model) => model.joins)
  return {
    models: manifest.models.size,
    cubes: models.length,
    skipped,
    disabled: manifest.disabledModels.length,
    joins: joins.filter(({ isEmitted }) => isEmitted).length,
    joinsLeftOut: joins.filter(({ isEmitted }) => !isEmitted).length,
    closedToEmbed: models.filter(({ isClosedToEmbed }) => isClosedToEmbed).length,
  }
}

/** Models in are cubes out and listed skips. Anything else is a fault of ours, and worse than a failed run. */
const requireNoneLost = ({ models, cubes, skipped }: ConversionReport['counts'], files: number): void => {
  if (models !== cubes + skipped || files !== cubes)
    throw new ConversionRefused(
      'models_lost',
      `${models} models became ${cubes} cubes in ${files} files, and ${skipped} were skipped: some are not accounted for.`,
    )
}

/** A dbt project's manifest in; files of a Cube data model and what was decided about each model out. */
export const convert = (input: ConvertInput): Conversion => {
  const options = completeOptions(input.options)
  const manifest = readManifest(input.manifest)
  const work = { manifest, catalog: input.catalog ? readCatalog(input.catalog) : null, options }
  const { chosen, skipped } = chooseModels(manifest, options)
  const notices = [...checkSchemas(chosen, options), ...sharedRelations(chosen)]
  if (manifest.adapterType !== options.warehouse)
    notices.push(
      `The manifest was made with the adapter ${JSON.stringify(manifest.adapterType)} and is converted for ${options.warehouse}.`,
    )

  const drafts = draftsOf(chosen, work, gatherEvidence(manifest))
  decideJoins(drafts, options)
  const byCube = new Map([...drafts.values()].map((draft) => [draft.cube, draft]))
  const files: GeneratedFile[] = []
  const models: ModelDecision[] = []
  for (const draft of drafts.values()) {
    const path = `${options.outputPath}/${draft.cube}.yml`
    const columns = decideColumns(draft.model, work.catalog, options)
    const measures = options.hasMeasures ? decideMeasures(columns, new Set(draft.key.columns)) : []
    const groups = groupsOf(draft.model, options)
    files.push({ path, modelId: draft.model.id, content: printCube({ draft, columns, measures, groups, byCube, options }) })
    models.push(decisionOf(draft, columns, measures, path, work))
  }
  const counts = countsOf(manifest, models, skipped.length)
  requireNoneLost(counts, files.length)
  const { projectName: project, adapterType: adapter, disabledModels } = manifest
  return {
    files,
    report: { project, adapter, warehouse: options.warehouse, counts, models, skipped, disabledModels, notices },
    outputPath: options.outputPath,
    projectModels: new Set(manifest.models.keys()),
    stats: { models: manifest.models.size, sources: manifest.sources, macros: manifest.macros },
  }
}
