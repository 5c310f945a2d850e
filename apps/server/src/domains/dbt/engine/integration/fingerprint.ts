import { createHash } from 'node:crypto'
import type { DbtIntegration } from './load-integration.ts'

/** Keys in one order, so that equal settings are equal texts. */
const ordered = (value: unknown): unknown =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value)
          .toSorted(([left], [right]) => (left < right ? -1 : 1))
          .map(([name, inner]) => [name, ordered(inner)]),
      )
    : value

/**
 * Another whenever the same commit of the dbt repository could become other cubes. It holds no secret, and what only says how a sync is run
 * (who is told, how long it may take, how the repository is let in) is no part of it.
 */
export const settingsFingerprint = ({
  remote,
  projectPath,
  dbtVersion,
  target,
  targetSchema,
  variableNames,
  variables,
  pull,
}: DbtIntegration): string => {
  const selected = variableNames.toSorted()
  const covered = { url: remote.url, projectPath, dbtVersion, target, targetSchema, selected, variables: variables.hash, pull }
  return createHash('sha256')
    .update(JSON.stringify(ordered(covered)))
    .digest('hex')
}
