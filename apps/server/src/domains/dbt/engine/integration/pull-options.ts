import type { DbtPullSettings } from '@facet/contract'
import type { ConvertOptions, Warehouse } from '@facet/dbt-convert'

type Place = { warehouse: Warehouse; databricksCatalog?: string | undefined }

/** The pull settings as the converter takes them. */
export const pullOptions = (
  { onlyMarts, martsFolder, hasCatalogTypes, ...pull }: DbtPullSettings,
  { warehouse, databricksCatalog }: Place,
): Partial<ConvertOptions> & Pick<ConvertOptions, 'warehouse'> => ({
  ...pull,
  hasCatalogColumns: pull.hasCatalogColumns && hasCatalogTypes,
  martsFolder: onlyMarts ? martsFolder : '',
  warehouse,
  ...(databricksCatalog ? { databricksCatalog } : {}),
})
