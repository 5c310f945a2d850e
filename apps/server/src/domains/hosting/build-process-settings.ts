import { availableParallelism } from 'node:os'
import { machineBytes } from './engine-process-settings.ts'

type Machine = { cores: number; memoryBytes: number }

const thisMachine = (): Machine => ({ cores: availableParallelism(), memoryBytes: machineBytes() })

/**
 * Half the cores; but two where a quarter of the memory holds them, each with what a process may have: beside a model that never ends there is
 * room for another tenant's.
 */
export const buildProcessesFor = (processBytes: number, { cores, memoryBytes }: Machine = thisMachine()): number => {
  const least = 2 * processBytes <= memoryBytes / 4 ? 2 : 1
  return Math.min(64, Math.max(least, Math.floor(cores / 2)))
}
