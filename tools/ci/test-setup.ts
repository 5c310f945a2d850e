import { appendFileSync } from 'node:fs'
import { relative } from 'node:path'
import { cpuSecondsWithChildren } from '@facet/testkit/cpu'
import { afterAll, expect, vi } from 'vitest'

const usageFile = process.env['FACET_TEST_USAGE']
const cpuBefore = cpuSecondsWithChildren()

// Files of one worker share modules and globals. Restores what a file replaced before the next one begins.
afterAll(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  if (usageFile === undefined) return
  const file = relative(process.cwd(), expect.getState().testPath ?? 'unknown')
  appendFileSync(usageFile, `${JSON.stringify({ file, cpuSeconds: cpuSecondsWithChildren() - cpuBefore })}\n`)
})
