import { expect, it, vi } from 'vitest'
import { createRegistry } from './registry.ts'
import type { ProcessRow, RecordProcess } from './types.ts'

const spec = { tenantId: 1, deploymentId: 2, environmentId: 3, buildId: 4 } as ProcessRow['spec']
const rowOf = (name: string): ProcessRow => ({ name, spec, restarts: 0 })

it('tells again of what there is, as it is now, and of nothing that has ended', async () => {
  const record = vi.fn<RecordProcess>(async () => undefined)
  const registry = createRegistry(record, () => undefined)
  for (const name of ['a', 'b']) registry.note(rowOf(name), 'starting')
  registry.note(rowOf('a'), 'ready')
  registry.note(rowOf('b'), 'ended')
  await registry.settled()
  record.mockClear()

  registry.tellAgain()
  await registry.settled()

  expect(record.mock.calls).toEqual([[rowOf('a'), 'ready']])
})

it('tells later what could not be told, also that one has ended', async () => {
  const problems: unknown[] = []
  const record = vi.fn<RecordProcess>(async () => undefined)
  const registry = createRegistry(record, (error) => problems.push(error))
  registry.note(rowOf('a'), 'ready')
  await registry.settled()
  record.mockRejectedValueOnce(new Error('away'))
  registry.note(rowOf('a'), 'ended')
  // Not while one is under way: it is told in its turn.
  registry.tellAgain()
  await registry.settled()
  expect(problems).toHaveLength(1)
  record.mockClear()

  registry.tellAgain()
  await registry.settled()
  registry.tellAgain()
  await registry.settled()

  expect(record.mock.calls).toEqual([[rowOf('a'), 'ended']])
})
