import { expect, it } from 'vitest'
import { buildProcessesFor } from './build-process-settings.ts'

const gb = 1_073_741_824

it.each([
  ['two on a small machine whose memory allows for them', { cores: 2, memoryBytes: 8 * gb }, 2],
  ['one where it does not', { cores: 2, memoryBytes: 4 * gb }, 1],
  ['half the cores of a large one', { cores: 16, memoryBytes: 64 * gb }, 8],
  ['no more than may be set', { cores: 256, memoryBytes: 512 * gb }, 64],
])('models that compile at once: %s', (_, machine, expected) => {
  expect(buildProcessesFor(gb, machine)).toBe(expected)
})
