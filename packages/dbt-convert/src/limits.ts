/** How much is read of what dbt wrote. Beyond these a manifest is refused: no project of people comes near. */
export const conversionLimits = {
  maxManifestBytes: 256 * 1024 * 1024,
  maxDepth: 100,
  maxModels: 50_000,
  maxColumns: 5000,
  maxNameLength: 250,
  /** Of a description; the rest is cut off. */
  maxTextLength: 10_000,
  maxSelectorLength: 10_000,
} as const
