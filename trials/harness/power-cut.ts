import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { type Cluster, startPostgres } from '@facet/testkit/postgres'
import { pause } from './numbers.ts'

const parentOf = (pid: number): number | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in brackets may hold anything, so fields are counted from its end: state, then parent.
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return undefined
  }
}

const foundChildrenOf = (parent: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => parentOf(pid) === parent)

/** Asked of the kernel in one read where it tells: a look through all processes keeps the writers waiting, and a kill then meets none of their writes. */
const childrenOf = (parent: number): number[] => {
  const told = `/proc/${parent}/task/${parent}/children`
  return existsSync(told) ? readFileSync(told, 'utf8').trim().split(' ').map(Number) : foundChildrenOf(parent)
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
 * Ends the postmaster and everything it started with SIGKILL: nothing is flushed, nobody says goodbye. The postmaster goes
 * first, or it would start its own recovery when a child dies. A server does not start beside survivors, so they are awaited.
 * Answers the moment of the kill.
 */
export const killPostgres = async (cluster: Cluster): Promise<number> => {
  const postmaster = cluster.pid()
  const family = [postmaster, ...childrenOf(postmaster)]
  const killedMs = performance.now()
  for (const pid of family) kill(pid)
  const deadline = performance.now() + goneWithinMs
  while (family.some(isAlive)) {
    if (performance.now() > deadline) throw new Error('Processes of PostgreSQL outlived SIGKILL.')
    await pause(5)
  }
  return killedMs
}

/** Starts the same data folder on the same port; resolves when it accepts connections. */
export const restartPostgres = async (cluster: Cluster, settings: Record<string, string>): Promise<void> => {
  await startPostgres(cluster.folder, { port: cluster.port, durable: true, settings })
}
