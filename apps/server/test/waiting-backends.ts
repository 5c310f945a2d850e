import type { TestDatabase } from './database.ts'

/** Who waits for a lock that another holds. A test that wants two calls at one moment looks here before it goes on. */
export const waitingBackends = ({ query }: Pick<TestDatabase, 'query'>): Promise<{ pid: number }[]> =>
  query<{ pid: number }>("select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'")
