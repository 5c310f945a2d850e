import { byText } from './fields.ts'
import type { DbtModel } from './manifest.ts'
import type { ConvertOptions } from './options.ts'
import { ConversionRefused } from './refusal.ts'

const distinct = (values: string[]): string[] => [...new Set(values)].toSorted(byText)

/**
 * Projects whose `generate_schema_name` looks at the target put everything into one schema when the target is not the one they expect:
 * every cube then reads from where nothing is. Answers with what to say about it where it is allowed.
 */
export const checkSchemas = (models: DbtModel[], { mayCollapseSchemas }: ConvertOptions): string[] => {
  const asked = distinct(models.map(({ customSchema }) => customSchema ?? ''))
  const resolved = distinct(models.map(({ database, schema }) => `${database ?? ''}.${schema ?? ''}`))
  if (asked.length < 2 || resolved.length > 1) return []
  const wanted = asked.map((schema) => schema || '(the default)').join(', ')
  const message = `The project asks for different schemas (${wanted}), and all ${models.length} models resolve to ${models[0]?.schema ?? 'none'}. Its macro generate_schema_name probably looks at target.name: set the dbt target to the one it expects, such as prod.`
  if (!mayCollapseSchemas) throw new ConversionRefused('schemas_collapsed', message)
  return [message]
}

/** Two models of one relation show the same rows under two names. */
export const sharedRelations = (models: DbtModel[]): string[] => {
  const byRelation = Map.groupBy(models, ({ database, schema, alias }) => [database, schema, alias].join('.'))
  return [...byRelation]
    .filter(([, same]) => same.length > 1)
    .map(([relation, same]) => `${same.map(({ id }) => id).join(' and ')} are the same relation, ${relation}.`)
}
