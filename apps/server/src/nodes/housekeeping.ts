import { createPooledCalls, type FunctionCalls } from '#db'

const everyMs = 60_000
const batch = 1000
const monthsAhead = 3
const hoursAhead = 4
// An hour longer than a token can live, and one for the hour that is not over.
const grantHours = 26

/** Work that any process may do and that does no harm when several do it. */
type Step = {
  name: string
  run: (calls: FunctionCalls, isStopped: () => boolean) => Promise<unknown>
  /** Whether nothing is served before it was tried once. */
  isFirst?: boolean
}

const stepsOf = (embedRecordHours: number): Step[] => [
  {
    name: 'make audit partitions',
    // After a long time off, the first write would find no month to go to.
    isFirst: true,
    run: (calls) => calls.call('make-audit-partitions', 'select facet_make_audit_partitions($1)', [monthsAhead]),
  },
  {
    name: 'make and drop embed partitions',
    // One after the other, since they give way to each other; and the second also when the first failed.
    run: async (calls) => {
      try {
        await calls.call('make-embed-partitions', 'select facet_make_embed_partitions($1)', [hoursAhead])
      } finally {
        await calls.call('drop-embed-partitions', 'select facet_drop_embed_partitions($1, $2)', [embedRecordHours, grantHours])
      }
    },
  },
  {
    name: 'forget idempotency keys',
    run: (calls) => calls.call('forget-idempotency-keys', 'select facet_forget_idempotency_keys($1)', [batch]),
  },
  {
    name: 'purge embed tenants',
    // Again until none is left: at one a turn a large embed tenant would take days to go.
    run: async (calls, isStopped) => {
      const purge = async (): Promise<number> =>
        (await calls.call<{ gone: number }>('purge-embed-tenants', 'select facet_purge_embed_tenants($1) as gone', [batch]))[0]?.gone ?? 0
      while ((await purge()) > 0 && !isStopped());
    },
  },
]

export type Housekeeping = {
  /** How many steps failed when they were last tried. */
  failing: () => number
  /** Resolves when that was tried without which nothing should be served. */
  ready: Promise<void>
  stop: () => Promise<void>
}

/**
 * Takes the steps in turns of their own, over connections of their own that are closed between turns: one that fails or waits is
 * tried again a minute later, and neither another step nor a request notices.
 */
export const startHousekeeping = (
  databaseUrl: string,
  { embedRecordHours }: { embedRecordHours: number },
  onProblem: (step: string, error: unknown) => void,
): Housekeeping => {
  const steps = stepsOf(embedRecordHours)
  const calls = createPooledCalls(databaseUrl, steps.length)
  const failing = new Set<string>()
  const timers = new Map<string, NodeJS.Timeout>()
  const underWay = new Map<string, Promise<void>>()
  let isStopped = false

  const attempt = async ({ name, run }: Step): Promise<void> => {
    try {
      await run(calls, () => isStopped)
      failing.delete(name)
    } catch (error) {
      failing.add(name)
      onProblem(name, error)
    }
  }
  const turn = (step: Step): Promise<void> => {
    const done = attempt(step).then(() => {
      if (!isStopped) timers.set(step.name, setTimeout(() => void turn(step), everyMs).unref())
      return undefined
    })
    underWay.set(step.name, done)
    return done
  }

  const tried = steps.map((step) => ({ isFirst: step.isFirst === true, done: turn(step) }))
  const first = tried.filter(({ isFirst }) => isFirst).map(({ done }) => done)
  return {
    failing: () => failing.size,
    ready: Promise.all(first).then(() => undefined),
    stop: async () => {
      isStopped = true
      for (const timer of timers.values()) clearTimeout(timer)
      await Promise.all(underWay.values())
      await calls.close()
    },
  }
}
