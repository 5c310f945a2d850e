import { documented, type Evidence } from './evidence.ts'
import { byText } from './fields.ts'
import type { DbtConstraint, DbtModel, Manifest } from './manifest.ts'

/** Columns that refer to columns of another model, as the project says it in a test or a constraint. */
export type Relation = {
  columns: string[]
  targetId: string | null
  /** What was written, where no model is meant by it. */
  written: string
  toColumns: string[]
  isConditional: boolean
  evidence: string[]
}

const refForm = /^\s*ref\(\s*(['"])([^'"]+)\1\s*(?:,\s*(['"])([^'"]+)\3\s*)?(?:,\s*(?:v|version)\s*=\s*['"]?([\w.]+)['"]?\s*)?\)\s*$/

type Resolve = (written: string, from: DbtModel) => DbtModel | null

/** What `ref(…)`, or the name of a relation, means: a model of the same package first, the latest version unless one is named. */
export const createResolver = (manifest: Manifest): Resolve => {
  const byName = Map.groupBy(manifest.models.values(), ({ name }) => name)
  const byRelation = new Map(
    [...manifest.models.values()].flatMap((model): [string, DbtModel][] =>
      model.relationName === null ? [] : [[model.relationName, model]],
    ),
  )
  return (written, from) => {
    const match = refForm.exec(written)
    if (!match) return byRelation.get(written.trim()) ?? null
    const [, , first = '', , second, version] = match
    const named = byName.get(second ?? first) ?? []
    const inPackage = named.filter(({ packageName }) => packageName === (second === undefined ? from.packageName : first))
    const models = inPackage.length > 0 || second !== undefined ? inPackage : named
    return models.find((model) => (version === undefined ? model.version === model.latestVersion : model.version === version)) ?? null
  }
}

/** A constraint that names no columns there means the key. */
const keyColumnsOf = (model: DbtModel | null): string[] =>
  model?.constraints.filter(({ type }) => type === 'primary_key').flatMap(({ columns }) => columns) ?? []

const fromConstraint = (model: DbtModel, { columns, to, toColumns }: DbtConstraint, resolve: Resolve): Relation => {
  const target = to === null ? null : resolve(to, model)
  const there = toColumns.length > 0 ? toColumns : keyColumnsOf(target)
  return {
    columns: columns.map((column) => documented(model, column) ?? column),
    targetId: target?.id ?? null,
    written: to ?? 'an expression',
    toColumns: target ? there.map((column) => documented(target, column) ?? column) : there,
    isConditional: false,
    evidence: ['constraint foreign_key'],
  }
}

/** Where an entity is the primary one: joined to by all models to which it is foreign. */
export type EntityOwners = Map<string, { modelId: string; column: string; why: string }[]>

export const entityOwnersOf = (manifest: Manifest): EntityOwners => {
  const primary = [...manifest.models.values()].flatMap(({ id, entities }) =>
    entities.filter(({ type }) => type === 'primary').map(({ name, column, why }) => ({ name, modelId: id, column, why })),
  )
  return Map.groupBy(primary, ({ name }) => name)
}

const fromEntities = ({ id, entities }: DbtModel, owners: EntityOwners): Relation[] =>
  entities
    .filter(({ type }) => type === 'foreign')
    .flatMap(({ name, column, why }) =>
      (owners.get(name) ?? [])
        .filter(({ modelId }) => modelId !== id)
        .map((owner) => ({
          columns: [column],
          targetId: owner.modelId,
          written: owner.modelId,
          toColumns: [owner.column],
          isConditional: false,
          evidence: [why, owner.why],
        })),
    )

/** What a model refers to. The same said twice is one relation with two pieces of evidence. */
export const relationsOf = (
  model: DbtModel,
  evidence: Evidence,
  manifest: Manifest,
  { resolve, owners }: { resolve: Resolve; owners: EntityOwners },
): Relation[] => {
  const constraints = model.constraints
    .filter(({ type }) => type === 'foreign_key')
    .map((constraint) => fromConstraint(model, constraint, resolve))
  const tests = evidence.relationships.map(({ id, columns, targetId, field, where }): Relation => {
    const target = manifest.models.get(targetId ?? '')
    return {
      columns,
      targetId: target?.id ?? null,
      written: targetId ?? '',
      toColumns: field === null ? [] : [target ? (documented(target, field) ?? field) : field],
      isConditional: where !== null,
      evidence: [`test ${id}`],
    }
  })
  const merged = new Map<string, Relation>()
  for (const relation of [...constraints, ...tests, ...fromEntities(model, owners)]) {
    const key = JSON.stringify([relation.columns, relation.targetId ?? relation.written, relation.toColumns])
    const known = merged.get(key)
    merged.set(
      key,
      known
        ? { ...known, isConditional: known.isConditional && relation.isConditional, evidence: [...known.evidence, ...relation.evidence] }
        : relation,
    )
  }
  return [...merged].toSorted(([a], [b]) => byText(a, b)).map(([, relation]) => relation)
}
