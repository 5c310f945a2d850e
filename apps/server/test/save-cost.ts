import type { ChildProcess } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { onTestFinished, vi } from 'vitest'
import type { Actor, TestServer } from './server.ts'

/** What work on a data model costs beside the processor: each of these is waited for. */
export type Cost = { git: string[]; uploads: number; downloads: number; transactions: string[] }

/** What git is told to do; what runs it under limits, and the settings, stand before that. */
const commandOf = ({ spawnargs }: ChildProcess): string => {
  const args = spawnargs.slice(spawnargs.indexOf('git') + 1)
  return args.find((arg, index) => !arg.startsWith('-') && args[index - 1] !== '-c') ?? spawnargs.join(' ')
}

/** Counts for as long as the work takes: programs started, objects put and read, and transactions of this tenant. */
export const costOf = async (server: TestServer, { tenantId }: Actor, work: () => Promise<unknown>): Promise<Cost> => {
  const { objects, pool } = server.services()
  const git: string[] = []
  const onChild = (message: unknown): void => {
    const { process: child } = message as { process: ChildProcess }
    child.once('spawn', () => git.push(commandOf(child)))
  }
  const [put, begin] = [vi.spyOn(objects, 'put'), vi.spyOn(pool, 'begin')]
  const reads = [vi.spyOn(objects, 'get'), vi.spyOn(objects, 'getToFile'), vi.spyOn(objects, 'stream')]
  const stop = (): void => {
    unsubscribe('child_process', onChild)
    for (const spy of [put, begin, ...reads]) spy.mockRestore()
  }
  subscribe('child_process', onChild)
  onTestFinished(stop)
  await work()
  const cost = {
    git,
    uploads: put.mock.calls.length,
    downloads: reads.reduce((sum, { mock }) => sum + mock.calls.length, 0),
    transactions: begin.mock.calls.filter(([tenant]) => tenant === tenantId).map(([, statement]) => statement.split(';')[0] ?? ''),
  }
  stop()
  return cost
}
