import type { Task } from '#context'

const batch = 1000

export const tasks: readonly Task[] = [
  {
    name: 'make audit partitions',
    everyMs: 60_000,
    // After a long time off, the first write would find no month to go to.
    isFirst: true,
    start:
      ({ calls }) =>
      () =>
        calls.call('make-audit-partitions', 'select facet_make_audit_partitions()', []),
  },
  {
    name: 'forget idempotency keys',
    everyMs: 60_000,
    start:
      ({ calls }) =>
      () =>
        calls.call('forget-idempotency-keys', 'select facet_forget_idempotency_keys($1)', [batch]),
  },
]
