import { nameCubes } from './cube-names.ts'
import { decideColumns, type Column, undocumentedColumns } from './columns.ts'
import { printCube } from './cube-file.ts'
import { decideSemantics } from './decide-semantics.ts'
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
import { createResolver, entityOwnersOf, relationsOf } from './relations.ts'
import type { ConversionReport, ModelDecision } from './report.ts'
import { checkSchemas, sharedRelations } from './schemas.ts'
import { chooseModels } from './scope.ts'
import { documentBySemantics } from './semantic-columns.ts'
import type { CubeMembers } from './semantic-members.ts'
import { noSemantics, type Semantics } from './semantics.ts'
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
  const known = { resolve: createResolver(manifest), owners: entityOwnersOf(manifest) }
  return new Map(
    models.map((model) => {
      const evidence = evidenceOf(model.id)
      const relations = relationsOf(model, evidence, manifest, known)
      const references = new Set(relations.filter(({ targetId }) => targetId !== model.id).flatMap(({ columns }) => columns))
      const key = decideKey({ model, evidence, references, options })
      const unique = uniqueSetsOf(model, evidence)
      return [model.id, { model, cube: cubes.get(model.id) ?? '', key, relations: options.hasJoins ? relations : [], unique, joins: [] }]
    }),
  )
}

const listNotices = (model: DbtModel, columns: Column[], { catalog, options }: Work): string[] => [
  ...model.meta.problems,
  ...(model.meta.isPii && model.meta.groups.length === 0 && model.meta.isPublic !== true
    ? ['meta contains_pii is true and facet.groups names nobody, so the cube is hidden and no stub opens it.']
    : []),
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

type Members = { columns: Column[]; measures: Measure[]; semantic: CubeMembers }

const decisionOf = (draft: Draft, { columns, measures, semantic }: Members, path: string, work: Work): ModelDecision => {
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
    measures: [...measures, ...semantic.measures].map(({ name }) => name),
    groups,
    isClosedToEmbed: groups.length === 0,
    notices: listNotices(draft.model, columns, work),
  }
}

type Decided = Pick<ConversionReport, 'models' | 'skipped' | 'semantics'>

const countsOf = (manifest: Manifest, { models, skipped, semantics }: Decided): ConversionReport['counts'] => {
  const joins = models.flatMap((model) => model.joins)
  return {
    models: manifest.models.size,
    cubes: models.length,
    skipped: skipped.length,
    disabled: manifest.disabledModels.length,
    joins: joins.filter(({ isEmitted }) => isEmitted).length,
    joinsLeftOut: joins.filter(({ isEmitted }) => !isEmitted).length,
    closedToEmbed: models.filter(({ isClosedToEmbed }) => isClosedToEmbed).length,
    semantics: semantics.length,
    semanticsLeftOut: semantics.filter(({ isUsed }) => !isUsed).length,
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

const semanticNotices = ({ models, metrics }: Semantics, { hasSemanticModels }: ConvertOptions): string[] =>
  hasSemanticModels || models.length + metrics.length === 0
    ? []
    : [`The project has ${models.length} semantic models and ${metrics.length} metrics, which are not converted: hasSemanticModels is off.`]

/** Measures of the semantic layer take the place of those that would be made up here. */
const measuresOf = (columns: Column[], { key }: Draft, semantic: CubeMembers, { hasMeasures }: ConvertOptions): Measure[] => {
  const names = new Set([...semantic.dimensions, ...semantic.measures].map(({ name }) => name))
  return hasMeasures ? decideMeasures(columns, new Set(key.columns)).filter(({ name }) => !names.has(name)) : []
}

/** A dbt project's manifest in; files of a Cube data model and what was decided about each model out. */
export const convert = (input: ConvertInput): Conversion => {
  const options = completeOptions(input.options)
  const read = readManifest(input.manifest)
  const manifest = options.hasSemanticModels ? documentBySemantics(read, options) : read
  const work = { manifest, catalog: input.catalog ? readCatalog(input.catalog) : null, options }
  const { chosen, skipped } = chooseModels(manifest, options)
  const notices = [...checkSchemas(chosen, options), ...sharedRelations(chosen), ...semanticNotices(manifest.semantics, options)]
  if (manifest.adapterType !== options.warehouse)
    notices.push(
      `The manifest was made with the adapter ${JSON.stringify(manifest.adapterType)} and is converted for ${options.warehouse}.`,
    )

  const drafts = draftsOf(chosen, work, gatherEvidence(manifest))
  decideJoins(drafts, options)
  const byCube = new Map([...drafts.values()].map((draft) => [draft.cube, draft]))
  const columnsOf = (model: DbtModel): Column[] => decideColumns(model, work.catalog, options)
  const semantics = decideSemantics(options.hasSemanticModels ? manifest.semantics : noSemantics, drafts, columnsOf, options)
  const files: GeneratedFile[] = []
  const models: ModelDecision[] = []
  for (const draft of drafts.values()) {
    const path = `${options.outputPath}/${draft.cube}.yml`
    const columns = columnsOf(draft.model)
    const semantic = semantics.membersOf(draft.model.id)
    const measures = measuresOf(columns, draft, semantic, options)
    const groups = groupsOf(draft.model, options)
    files.push({ path, modelId: draft.model.id, content: printCube({ draft, columns, measures, semantic, groups, byCube, options }) })
    models.push(decisionOf(draft, { columns, measures, semantic }, path, work))
  }
  const decided = { models, skipped, semantics: semantics.decisions }
  const counts = countsOf(manifest, decided)
  requireNoneLost(counts, files.length)
  const { projectName: project, adapterType: adapter, disabledModels } = manifest
  return {
    files,
    report: { project, adapter, warehouse: options.warehouse, counts, ...decided, disabledModels, notices },
    outputPath: options.outputPath,
    projectModels: new Set(manifest.models.keys()),
    stats: { models: manifest.models.size, sources: manifest.sources, macros: manifest.macros },
  }
}
