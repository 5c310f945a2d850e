import type { FunctionCalls } from '#db'

const batch = 1000

type Removal = 'facet_forget_engine_logs($1, $2)' | 'facet_forget_data_tokens($1)' | 'facet_forget_engine_processes($1)'

/** Again while there is a whole batch to remove; the size of one is the last argument. */
export const removeInBatches = async (calls: FunctionCalls, removal: Removal, values: unknown[], signal: AbortSignal): Promise<void> => {
  let removed = batch
  while (removed === batch && !signal.aborted) {
    const [row] = await calls.call<{ removed: number }>(removal.split('(', 1)[0] ?? removal, `select ${removal} as removed`, [
      ...values,
      batch,
    ])
    removed = row?.removed ?? 0
  }
}

// What a deployment keeps at most: lines of its log, and builds of each environment.
const kept = { lines: 10_000, builds: 100 }
const page = 100

type Trimmed = { tenant_id: number; id: number; removed: number }

/** Every deployment once in turn, a page at a time and so much of each: what is left of one waits for the next turn. */
export const trimDeployments = async (calls: FunctionCalls, signal: AbortSignal): Promise<void> => {
  let after: Trimmed | undefined = { tenant_id: 0, id: 0, removed: 0 }
  while (after && !signal.aborted) {
    const values: unknown[] = [after.tenant_id, after.id, page, kept.lines, kept.builds, batch]
    after = (await calls.call<Trimmed>('trim-deployments', 'select * from facet_trim_deployments($1, $2, $3, $4, $5, $6)', values))[0]
  }
}
