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

/** Every deployment in turn, a page at a time and a batch of each: again while there is as much as a batch to remove, since more comes meanwhile. */
export const trimDeployments = async (calls: FunctionCalls, signal: AbortSignal): Promise<void> => {
  let after: Omit<Trimmed, 'removed'> | undefined = { tenant_id: 0, id: 0 }
  while (after && !signal.aborted) {
    const values: unknown[] = [after.tenant_id, after.id, page, kept.lines, kept.builds, batch]
    const [trimmed]: Trimmed[] = await calls.call(
      'trim-deployments',
      'select * from facet_trim_deployments($1, $2, $3, $4, $5, $6)',
      values,
    )
    if (!trimmed || trimmed.removed < batch) after = trimmed
  }
}
