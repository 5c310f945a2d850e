import { byText } from './fields.ts'
import type { DbtModel, DbtTest, Manifest } from './manifest.ts'

/** Columns of which something says that they are unique together. */
export type UniqueSet = { columns: string[]; why: string }

/** What tests say about one model. */
export type Evidence = {
  /** Strict tests only. */
  unique: Map<string, string>
  notNull: Map<string, string>
  combinations: UniqueSet[]
  relationships: DbtTest[]
  /** Tests that would have counted, and why they do not. */
  loose: string[]
}

const emptyEvidence = (): Evidence => ({ unique: new Map(), notNull: new Map(), combinations: [], relationships: [], loose: [] })

/** Columns are found as documented; a test may spell one in other letters. */
export const documented = (model: DbtModel, name: string): string | null => {
  if (model.columns.some((column) => column.name === name)) return name
  return model.columns.find((column) => column.name.toLowerCase() === name.toLowerCase())?.name ?? null
}

const add = (evidence: Evidence, test: DbtTest, model: DbtModel): void => {
  const [column = ''] = test.columns
  const name = documented(model, column) ?? column
  if (test.kind === 'relationships') evidence.relationships.push({ ...test, columns: [name] })
  else if (test.looseness !== null) evidence.loose.push(`${test.kind} on ${test.columns.join(', ')} does not count: ${test.looseness}.`)
  else if (test.kind === 'unique') evidence.unique.set(name, test.id)
  else if (test.kind === 'not_null') evidence.notNull.set(name, test.id)
  else
    evidence.combinations.push({
      columns: test.columns.map((item) => documented(model, item) ?? item).toSorted(byText),
      why: `test ${test.id}`,
    })
}

export const gatherEvidence = (manifest: Manifest): ((modelId: string) => Evidence) => {
  const all = new Map<string, Evidence>()
  for (const test of manifest.tests) {
    const model = manifest.models.get(test.modelId)
    if (!model) continue
    const evidence = all.get(model.id) ?? emptyEvidence()
    all.set(model.id, evidence)
    add(evidence, test, model)
  }
  return (modelId) => all.get(modelId) ?? emptyEvidence()
}
