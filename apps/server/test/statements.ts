import pg from 'pg'
import { onTestFinished, vi } from 'vitest'

export type Sent = { name?: string; text: string; values: unknown[] }

const sentBy = ([query, values]: unknown[]): Sent => {
  if (typeof query === 'string') return { text: query, values: Array.isArray(values) ? values : [] }
  const { name, text, values: own = [] } = query as Omit<Sent, 'values'> & { values?: unknown[] }
  return { ...(name === undefined ? {} : { name }), text, values: own }
}

/** Every statement that this process sends while the work goes on, whichever connection it takes. */
export const statementsDuring = async (work: () => Promise<unknown>): Promise<Sent[]> => {
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  onTestFinished(() => spy.mockRestore())
  await work()
  const sent = (spy.mock.calls as unknown[][]).map(sentBy)
  spy.mockRestore()
  return sent
}

const calls = 40
// A node sends each kind of background statement at most once a second. The server that files share may run beside the own one.
const maxOwnPerSecond = 4

/**
 * How often each statement is sent for one call of the work, by its name if it has one. The node has done the same before: what
 * it remembers, it remembers.
 */
export const statementsPerCall = async (work: () => Promise<unknown>): Promise<Record<string, number>> => {
  await work()
  await work()
  const startedMs = performance.now()
  const sent = await statementsDuring(async () => {
    for (let call = 0; call < calls; call++) await work()
  })
  const own = Math.max(calls / 4, ((performance.now() - startedMs) / 1000) * maxOwnPerSecond)
  const often = [...Map.groupBy(sent, ({ name, text }) => name ?? text)].filter(([, all]) => all.length >= own)
  return Object.fromEntries(often.map(([name, all]) => [name, Math.round((all.length * 10) / calls) / 10]))
}
