import type { DbtModel, Manifest } from './manifest.ts'
import type { ConvertOptions } from './options.ts'
import { ConversionRefused } from './refusal.ts'
import { selectModels } from './selector.ts'
import type { Skip } from './report.ts'

const isBelow = (path: string, folder: string): boolean => path.startsWith(`${folder.replaceAll(/^\/+|\/+$/g, '')}/`)

const reasonToSkip = (model: DbtModel, selected: Set<string>, { martsFolder }: ConvertOptions): Omit<Skip, 'modelId' | 'file'> | null => {
  if (model.name === 'metricflow_time_spine')
    return { reason: 'time_spine', message: 'The time spine of dbt metrics is no table to analyse.' }
  if (model.materialized === 'ephemeral') return { reason: 'ephemeral', message: 'It is ephemeral: the warehouse has no relation of it.' }
  if (!selected.has(model.id)) return { reason: 'not_selected', message: 'The selector does not select it.' }
  if (martsFolder !== '' && !isBelow(model.path, martsFolder))
    return { reason: 'outside_marts', message: `Its file is not below ${martsFolder}.` }
  return null
}

/** Which models become cubes; of every other it is said why not. */
export const chooseModels = (manifest: Manifest, options: ConvertOptions): { chosen: DbtModel[]; skipped: Skip[] } => {
  const selected = selectModels(options.selector, manifest)
  const chosen: DbtModel[] = []
  const skipped: Skip[] = []
  for (const model of manifest.models.values()) {
    const skip = reasonToSkip(model, selected, options)
    if (skip) skipped.push({ modelId: model.id, file: model.file, ...skip })
    else chosen.push(model)
  }
  if (chosen.length === 0) {
    const filters = [
      options.selector && `selector ${JSON.stringify(options.selector)}`,
      options.martsFolder && `marts folder ${JSON.stringify(options.martsFolder)}`,
    ]
    throw new ConversionRefused(
      'no_models_matched',
      `No dbt models matched: the project has ${manifest.models.size}, and the active filters are: ${filters.filter(Boolean).join(' and ') || 'none'}. Nothing was changed.`,
    )
  }
  return { chosen, skipped }
}
