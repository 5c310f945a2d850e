import { documented, type Evidence, type UniqueSet } from './evidence.ts'
import { byText } from './fields.ts'
import type { DbtModel } from './manifest.ts'
import { subjectsOf } from './names.ts'
import type { ConvertOptions } from './options.ts'
import type { KeyDecision } from './report.ts'

/** All or nothing: a key of which a column is not documented is none. */
const allDocumented = (model: DbtModel, columns: string[]): string[] | null => {
  const found = columns.map((column) => documented(model, column))
  return found.length > 0 && found.every((column) => column !== null) ? [...new Set(found)].toSorted(byText) : null
}

const fromMeta = (model: DbtModel): KeyDecision | null => {
  const marked = model.columns.filter(({ meta }) => meta.isKey).map(({ name }) => name)
  const columns = allDocumented(model, model.meta.primaryKey.length > 0 ? model.meta.primaryKey : marked)
  return columns && { columns, source: 'meta', isProven: true, evidence: ['meta facet.primary_key'] }
}

const declared = (model: DbtModel): string[] =>
  model.constraints.filter(({ type }) => type === 'primary_key').flatMap(({ columns }) => columns)

const fromConstraints = (model: DbtModel): KeyDecision | null => {
  const columns = allDocumented(model, declared(model))
  return columns && { columns, source: 'constraint', isProven: true, evidence: ['constraint primary_key'] }
}

/** Of several candidates the one that is named after the model; columns that refer to others come last. */
const prefer = (candidates: string[], model: DbtModel, references: Set<string>): { column: string; isClear: boolean } | null => {
  const named = subjectsOf(model.name)
    .flatMap((subject) => [`${subject}_id`, `${subject}_key`, `${subject}_uuid`, `${subject}_sk`])
    .concat('id')
  const own = candidates.filter((column) => !references.has(column))
  const pool = own.length > 0 ? own : candidates
  const found = named.map((name) => pool.find((column) => column.toLowerCase() === name)).find((column) => column !== undefined)
  const column = found ?? pool.toSorted(byText)[0]
  return column === undefined ? null : { column, isClear: found !== undefined || pool.length === 1 }
}

const fromTests = (model: DbtModel, evidence: Evidence, references: Set<string>): KeyDecision | null => {
  const both = [...evidence.unique.keys()].filter((column) => evidence.notNull.has(column) && documented(model, column) !== null)
  const chosen = prefer(both, model, references)
  if (chosen) {
    const { column } = chosen
    const tests = [evidence.unique.get(column), evidence.notNull.get(column)].map((id) => `test ${id}`)
    return { columns: [column], source: 'tests', isProven: true, evidence: tests }
  }
  const together = evidence.combinations.find(
    ({ columns }) => allDocumented(model, columns) && columns.every((column) => evidence.notNull.has(column)),
  )
  if (!together) return null
  const notNull = together.columns.map((column) => `test ${evidence.notNull.get(column)}`)
  return { columns: together.columns, source: 'tests', isProven: true, evidence: [together.why, ...notNull] }
}

/** A primary entity is a declaration, as a constraint is; `unique` ones are known to be unique, and no key. */
const fromEntities = ({ entities }: DbtModel): KeyDecision | null => {
  const primary = entities.find(({ type }) => type === 'primary')
  return primary ? { columns: [primary.column], source: 'entity', isProven: true, evidence: [primary.why] } : null
}

const fromNames = (model: DbtModel, { keySuffixes }: ConvertOptions, references: Set<string>): KeyDecision | null => {
  const suffixes = keySuffixes.map((suffix) => suffix.trim().toLowerCase())
  const isLike = (name: string): boolean => suffixes.some((suffix) => name.endsWith(suffix) || name === suffix.replace(/^_+/, ''))
  // Columns of a declared key that could not be taken whole are no key by themselves.
  if (declared(model).length + model.meta.primaryKey.length > 0) return null
  const candidates = model.columns.map(({ name }) => name).filter((name) => isLike(name.toLowerCase()))
  const chosen = prefer(candidates, model, references)
  // Of several that are all as likely, any is more likely wrong than right, and a wrong key makes wrong totals.
  if (!chosen?.isClear) return null
  return {
    columns: [chosen.column],
    source: 'name',
    isProven: false,
    evidence: [`the name ${chosen.column} ends like a key; nothing proves that it is one`],
  }
}

export type KeyInput = { model: DbtModel; evidence: Evidence; references: Set<string>; options: ConvertOptions }

const problemsOf = (model: DbtModel): string[] => {
  const given = [
    ...model.meta.primaryKey.map((column) => ['meta facet.primary_key', column]),
    ...declared(model).map((column) => ['constraint primary_key', column]),
  ]
  return given
    .filter(([, column = '']) => documented(model, column) === null)
    .map(([what, column]) => `${what} names ${JSON.stringify(column)}, which is not a documented column, so all of it was ignored.`)
}

/** The first source that yields a key wins; what was set aside is said. */
export const decideKey = ({ model, evidence, references, options }: KeyInput): KeyDecision => {
  const key =
    fromMeta(model) ??
    fromConstraints(model) ??
    (options.hasKeysFromTests ? fromTests(model, evidence, references) : null) ??
    fromEntities(model) ??
    (options.hasKeysFromNames ? fromNames(model, options, references) : null)
  const aside = [...problemsOf(model), ...(key?.isProven ? [] : evidence.loose)]
  if (key) return { ...key, evidence: [...key.evidence, ...aside] }
  return {
    columns: [],
    source: 'none',
    isProven: false,
    evidence: ['no constraint, test, meta or name says which columns are its key', ...aside],
  }
}

/** Everything that is known to be unique in a model, whichever of it became the key. */
export const uniqueSetsOf = (model: DbtModel, evidence: Evidence): UniqueSet[] => {
  const constraints = model.constraints
    .filter(({ type }) => type === 'unique')
    .map(({ columns }) => ({ columns, why: 'constraint unique' }))
  const keys = [fromMeta(model), fromConstraints(model)].flatMap((key) =>
    key ? [{ columns: key.columns, why: key.evidence[0] ?? '' }] : [],
  )
  const tests = [...evidence.unique].map(([column, id]) => ({ columns: [column], why: `test ${id}` }))
  const entities = model.entities.flatMap(({ type, column, why }) => (type === 'foreign' ? [] : [{ columns: [column], why }]))
  return [...keys, ...constraints, ...tests, ...evidence.combinations, ...entities].filter(({ columns }) => columns.length > 0)
}
