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

// What a node does on its own comes with time and not with calls: in so little of it, never a quarter of this many of one kind.
const calls = 40
const maxMs = 5000
const maxRounds = 5

const inTurn = async (from: number, to: number, work: (turn: number) => Promise<unknown>): Promise<void> => {
  for (let turn = from; turn < to; turn++) await work(turn)
}

const countOften = (sent: Sent[]): Record<string, number> => {
  const often = [...Map.groupBy(sent, ({ name, text }) => name ?? text)].filter(([, all]) => all.length >= calls / 4)
  return Object.fromEntries(often.map(([name, all]) => [name, Math.round((all.length * 10) / calls) / 10]))
}

/**
 * How often each statement is sent for one call of the work, by its name if it has one. The node has done the same before: what
 * it remembers, it remembers. A machine that took too long over it counts again.
 */
export const statementsPerCall = async (work: (turn: number) => Promise<unknown>): Promise<Record<string, number>> => {
  await inTurn(0, 2, work)
  for (let round = 0; ; round++) {
    const from = 2 + round * calls
    const startedMs = performance.now()
    const sent = await statementsDuring(() => inTurn(from, from + calls, work))
    if (performance.now() - startedMs < maxMs || round + 1 === maxRounds) return countOften(sent)
  }
}
