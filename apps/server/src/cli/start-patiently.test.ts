import { describe, expect, it, vi } from 'vitest'
import { DatabaseOutage } from '#db'
import { startPatiently } from './start-patiently.ts'

const log = { warn: vi.fn<(what: object, message: string) => void>() }
const outage = (): DatabaseOutage => new DatabaseOutage(new Error('timeout expired'))

describe('a start', () => {
  it('is tried again where the database did not answer in time, and says so', async () => {
    const start = vi.fn<() => Promise<string>>().mockRejectedValueOnce(outage()).mockRejectedValueOnce(outage()).mockResolvedValue('up')
    log.warn.mockClear()

    expect(await startPatiently(log, start, 0)).toBe('up')

    expect(log.warn).toHaveBeenCalledTimes(2)
  })

  it('fails when that goes on', async () => {
    const start = vi.fn<() => Promise<never>>().mockRejectedValue(outage())

    await expect(startPatiently(log, start, 0)).rejects.toBeInstanceOf(DatabaseOutage)

    expect(start).toHaveBeenCalledTimes(5)
  })

  it('fails at once for any other reason', async () => {
    const start = vi.fn<() => Promise<never>>().mockRejectedValue(new Error('no such file'))

    await expect(startPatiently(log, start, 0)).rejects.toThrow('no such file')

    expect(start).toHaveBeenCalledTimes(1)
  })
})
