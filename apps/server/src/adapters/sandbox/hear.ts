import { type ChildAnswer, hearChild } from '#adapters/children'
import { withinDisk } from './disk-watch.ts'
import { childLimits } from './launch.ts'
import { type Launched, readExit } from './launched.ts'
import type { SandboxRun } from './sandbox.ts'

/** Hears a program to its end; nothing of it is left when it answers, or when it does not. */
export const hear = async ({ child, end, first, gone }: Launched, call: SandboxRun): Promise<ChildAnswer> =>
  withinDisk(call, first, async (signal) => {
    try {
      return await hearChild(child, { ...call, limits: childLimits(call), ...(signal ? { signal } : {}) }, { end, readExit })
    } finally {
      await gone.catch(() => undefined)
    }
  })
