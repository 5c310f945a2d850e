import type { BaseConfig } from '#config'
import { Failure } from '#kernel/failure'

/** Refuses where nothing runs syncs. */
export const requireLongWork = ({ temporal }: Pick<BaseConfig, 'temporal'>): void => {
  if (temporal === null)
    throw new Failure('long_work_unavailable', 'This installation runs no syncs: the operator turns them on with FACET_TEMPORAL_ADDRESS.', {
      retryAfterSeconds: 60,
    })
}
