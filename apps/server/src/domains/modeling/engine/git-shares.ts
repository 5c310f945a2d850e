import { checkLimiter, openChildGroups } from '#adapters/children'
import { createGit, type Git, programPath } from '#adapters/git'
import type { BaseConfig } from '#config'
import type { ModelingSettings } from '#settings/modeling'
import { createBulkhead } from '#limits'

export type GitShares = {
  /** Git on repositories of this node. */
  gitOf: (tenantId: number) => Git
  /** Git that talks to remotes: it mostly waits, and must not keep the others waiting. */
  remoteGitOf: (tenantId: number) => Git
  /** Git that pushes although nobody may wait for it any more: a slow remote delays no request. */
  pushGitOf: (tenantId: number) => Git
}

const waiting = { holder: 'tenant', maxWaiting: 400, maxWaitingPerKey: 100, maxWaitMs: 10_000 }

/** Git for each tenant, under limits, and in turns: no tenant has all of it. Without limits on children nothing is served. */
export const openGitShares = async ({ mode, git }: Pick<BaseConfig, 'mode'> & Pick<ModelingSettings, 'git'>): Promise<GitShares> => {
  await checkLimiter(mode, programPath)
  const groups = git.cgroup === null ? undefined : await openChildGroups(git.cgroup)
  const limits = { memoryBytes: git.memoryBytes }
  const capacity = git.processes
  const shared = (what: string, maxPerKey = Math.ceil(capacity / 2)): ((tenantId: number) => Git) => {
    const places = createBulkhead<number>({ ...waiting, what, capacity, maxPerKey })
    return (tenantId) => createGit({ limits, groups, enter: (signal) => places.enter(tenantId, signal ? { signal } : {}) })
  }
  return {
    gitOf: shared('git processes'),
    remoteGitOf: shared('connections to git remotes'),
    pushGitOf: shared('connections for pushes to git remotes', Math.ceil(capacity / 4)),
  }
}
