import { createHash } from 'node:crypto'
import type { TreeEntry } from '#adapters/git'
import type { CheckedProject } from '#engine/hosting'
import type { RunPlan } from './plan-run.ts'
import type { PublishRun } from './types.ts'

/** What compiled on this node before. What did not is tried again. */
export type CompiledTrees = {
  find: (key: string) => CheckedProject | undefined
  keep: (key: string, checked: CheckedProject) => void
}

// Each is small unless the engine warns of much.
const maxKept = 50

export const createCompiledTrees = (): CompiledTrees => {
  const kept = new Map<string, CheckedProject>()
  return {
    find: (key) => kept.get(key),
    keep: (key, checked) => {
      kept.delete(key)
      kept.set(key, checked)
      const [oldest] = kept.keys()
      if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest)
    },
  }
}

const byName = ([a]: [string, string], [b]: [string, string]): number => (a < b ? -1 : 1)

/** Of all that the compiler is given: two trees with one key compile alike. */
export const compiledTreeKey = (
  { tenantId, deploymentId }: Pick<PublishRun, 'tenantId' | 'deploymentId'>,
  { engineVersion, root, values }: RunPlan['settings'],
  entries: readonly TreeEntry[],
): string => {
  const files = entries.map(({ path, oid, mode }): [string, string] => [path, `${mode} ${oid}`]).toSorted(byName)
  const variables = Object.entries(values).toSorted(byName)
  return createHash('sha256')
    .update(JSON.stringify([tenantId, deploymentId, engineVersion, root, variables, files]))
    .digest('base64url')
}
