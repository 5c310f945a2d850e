import { existsSync, readFileSync } from 'node:fs'
import { type Cluster, startPostgres } from '@facet/testkit/postgres'
import { processTree } from './process-tree.ts'
import { until } from './until.ts'

/** Read from the kernel in one call if it offers that: a scan of all processes would delay the kill until the writers have finished. */
const childrenOf = (parent: number): number[] => {
  const file = `/proc/${parent}/task/${parent}/children`
  if (existsSync(file)) return readFileSync(file, 'utf8').trim().split(' ').map(Number)
  return processTree(parent)
    .slice(1)
    .map(({ pid }) => pid)
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

const kill = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

const goneWithinMs = 5000

/**
 * Ends PostgreSQL with SIGKILL, the postmaster first: it would start a recovery when a child dies. Waits for all processes, because a
 * server does not start beside survivors. Returns the time of the kill.
 */
export const killPostgres = async (cluster: Cluster): Promise<number> => {
  const postmaster = cluster.pid()
  const family = [postmaster, ...childrenOf(postmaster)]
  const killedMs = performance.now()
  for (const pid of family) kill(pid)
  if (!(await until(() => !family.some(isAlive), goneWithinMs, 5))) throw new Error('Processes of PostgreSQL survived SIGKILL.')
  return killedMs
}

/** Starts the same data folder on the same port. Resolves when it accepts connections. */
export const restartPostgres = async (cluster: Cluster, settings: Record<string, string>): Promise<void> => {
  await startPostgres(cluster.folder, { port: cluster.port, durable: true, settings })
}
