import { contentLimits, type DashboardConfig } from '@facet/contract'
import { requireFitting } from '#domains/content/items'
import { Failure } from '#kernel/failure'

/** What holds of a dashboard's configuration beyond its schema, wherever one is written. `pointer` says where it was sent. */
export const requireUsableConfig = (config: DashboardConfig, pointer: string): void => {
  requireFitting(config, contentLimits.configBytes, pointer)
  const seen = new Set<string>()
  for (const { id } of config.widgets ?? []) {
    if (seen.has(id)) throw new Failure('dashboard_invalid', `${pointer}/widgets has two of the id "${id}". Give each an id of its own.`)
    seen.add(id)
  }
  const { entry, files } = config.app ?? {}
  if (entry != null && !Object.hasOwn(files ?? {}, entry))
    throw new Failure('dashboard_invalid', `${pointer}/app/entry is "${entry}", which is none of its files. Name one of these, or add it.`)
}
