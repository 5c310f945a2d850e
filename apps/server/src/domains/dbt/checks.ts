import { lookAtDbt } from '#adapters/dbt'
import type { Config } from '#context'
import type { Check } from '#kernel/check'

const listed = (versions: readonly string[]): string => versions.join(', ')

/** Syncs alone need it: everything else is served without. */
const dbtCheck = (dbtFolder: string): Check => ({
  name: 'dbt',
  run: async () => {
    const { installed, missing } = lookAtDbt(dbtFolder)
    if (missing.length === 0) return `${listed(installed)} in ${dbtFolder}`
    return {
      warning: `${listed(missing)} is not in ${dbtFolder}: no dbt project is synced with it here. Run: facet dbt install ${missing[0]}`,
    }
  },
})

export const checks = ({ dbtFolder }: Config): Check[] => [dbtCheck(dbtFolder)]
