import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { createLog } from '#adapters/log'
import type { Services } from '#context'
import { cloneDatabase, testConfig } from '#test'
import { gaugesOf, startRoles } from './roles.ts'
import { openServices } from './services.ts'
import type { RunningTasks } from './tasks.ts'

describe('a role that is started', () => {
  it('does the tasks of its role until it is stopped', async () => {
    const database = await cloneDatabase(inject('postgresUrl'))
    const { services, tasks, stop } = await openServices(testConfig(database.serviceUrl), createLog('silent'), ['authoring'])
    onTestFinished(async () => {
      await stop()
      await database.drop()
    })
    let turns = 0
    let isStopped = false
    let turnsAfter = 0
    const refresh = async (): Promise<void> => {
      turns++
      if (isStopped) turnsAfter++
    }
    const running = await startRoles({ ...services, pushBacklog: { ...services.pushBacklog, refresh } }, tasks, ['authoring'], {
      everyMs: 20,
    })

    await expect.poll(() => turns, { timeout: 30_000 }).toBeGreaterThan(1)
    await running.stop()
    isStopped = true
    // Far longer than a turn took to come: another server starts and stops meanwhile.
    const again = await startRoles(services, tasks, ['api'])
    await again.stop()
    expect(turnsAfter).toBe(0)
  })

  it('shows what waits, what is dead, and what fails of all its tasks, each under its name', () => {
    const tasks = [1, 2].map((count) => ({ failing: () => count }) as RunningTasks)
    const events = { waiting: () => 4, dead: () => 5, refresh: async () => undefined }

    const services = { longWork: { isOff: false, wasUp: () => true }, embed: { watches: { count: () => 6 } } } as Services

    expect(gaugesOf(services, ['api'], { tasks, events }).map(({ name, read }) => [name, read()])).toEqual([
      ['facet_housekeeping_failing', 3],
      ['facet_events_waiting', 4],
      ['facet_events_dead', 5],
      ['facet_long_work_up', 1],
      ['facet_embed_streams', 6],
    ])
  })
})
