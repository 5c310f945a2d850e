import { pause } from '../../harness/numbers.ts'
import { processTree } from '../../harness/process-tree.ts'
import type { SyncStage } from '../stage/sync-stage.ts'

export type QueueSeen = { maxRunning: number; maxResidentMb: number; looks: number }

const mebibyte = 1_048_576

const residentMb = (pid: number): number =>
  Math.round(processTree(pid).reduce((sum, { residentBytes }) => sum + residentBytes, 0) / mebibyte)

/** Looks how many runs are under way, by their rows, and what the process and all that it started have in memory. */
export const watchQueue = ({ installation }: SyncStage, pid: number) => {
  const seen: QueueSeen = { maxRunning: 0, maxResidentMb: 0, looks: 0 }
  const stopping = new AbortController()
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const [row] = await installation.sql<{ running: number }>(
        'select count(*)::int as running from dbt_syncs where workflow_started_at is not null and closed_at is null and lost_at is null',
      )
      seen.maxRunning = Math.max(seen.maxRunning, row?.running ?? 0)
      seen.maxResidentMb = Math.max(seen.maxResidentMb, residentMb(pid))
      seen.looks += 1
      await pause(100)
    }
  }
  const running = run()
  return {
    seen,
    stop: async (): Promise<QueueSeen> => {
      stopping.abort()
      await running
      return seen
    },
  }
}
