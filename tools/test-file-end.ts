import { afterAll, vi } from 'vitest'

// The files of one worker share its modules and globals: what one of them replaced is put back before the next begins.
afterAll(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})
