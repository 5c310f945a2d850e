import type { BaseConfig } from '#config'
import type { BaseServices } from '#context'
import { createByteBudget } from '#limits'

const lines = { what: 'megabytes for large requests and answers', maxWaiting: 200, maxWaitingPerKey: 50, maxWaitMs: 10_000 }

/** An eighth is for bodies of whoever sends no credential. They wait for each other alone, and one address has half of it at most. */
export const createWorkMemory = ({
  workMemoryBytes,
}: Pick<BaseConfig, 'workMemoryBytes'>): Pick<BaseServices, 'workMemory' | 'anonymousMemory'> => {
  const anonymousBytes = workMemoryBytes / 8
  return {
    workMemory: createByteBudget<number>({
      ...lines,
      holder: 'tenant',
      maxBytes: workMemoryBytes - anonymousBytes,
      maxBytesPerKey: workMemoryBytes / 2,
    }),
    anonymousMemory: createByteBudget<string>({
      ...lines,
      holder: 'address',
      maxBytes: anonymousBytes,
      maxBytesPerKey: anonymousBytes / 2,
    }),
  }
}
