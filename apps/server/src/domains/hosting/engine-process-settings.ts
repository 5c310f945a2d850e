import { totalmem } from 'node:os'
import { type Reader, whole } from '#config'

const bytesPerMb = 1_048_576

/** What this machine has, or what its container may use of it. */
export const machineBytes = (): number => {
  const limit = process.constrainedMemory()
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem()
}

export const engineProcessNames = [
  'FACET_ENGINE_IDLE_MINUTES',
  'FACET_ENGINE_MEMORY_MB',
  'FACET_ENGINE_PROCESS_MEMORY_MB',
  'FACET_ENGINE_START_SECONDS',
] as const
type EngineNames = (typeof engineProcessNames)[number]

export const readEngineProcesses = (read: Reader<EngineNames>) => {
  const processMb = read.parse('FACET_ENGINE_PROCESS_MEMORY_MB', 1024, whole(512, 1_048_576))
  const budgetMb = read.parse(
    'FACET_ENGINE_MEMORY_MB',
    Math.max(processMb, Math.floor(machineBytes() / bytesPerMb / 2)),
    whole(512, 104_857_600),
  )
  if (budgetMb < processMb)
    read.problems.push(
      `FACET_ENGINE_MEMORY_MB: ${budgetMb} MB cannot hold one engine process of ${processMb} MB (FACET_ENGINE_PROCESS_MEMORY_MB). Raise it, or lower the other.`,
    )
  return {
    budgetBytes: budgetMb * bytesPerMb,
    processBytes: processMb * bytesPerMb,
    idleMs: read.parse('FACET_ENGINE_IDLE_MINUTES', 30, whole(1, 35_000)) * 60_000,
    startMs: read.parse('FACET_ENGINE_START_SECONDS', 60, whole(1, 3600)) * 1000,
  }
}
