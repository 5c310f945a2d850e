import type { Engine } from './engine.ts'
import type { Env } from './environment.ts'

/** What the driver of the engine says of a warehouse. `code` is that of the driver or of the system, where there is one. */
export type ConnectionReport = { ok: boolean; code: string | null; message: string | null }

const maxMessageChars = 2000

const keyOf = (dataSource: string, name: string): string =>
  dataSource === 'default' ? `CUBEJS_DB_${name}` : `CUBEJS_DS_${dataSource.toUpperCase()}_DB_${name}`

/** An error and what caused it: drivers wrap what the system said. */
const chainOf = (error: unknown): { message?: unknown; code?: unknown }[] => {
  const chain: { message?: unknown; code?: unknown; cause?: unknown }[] = []
  for (let at = error; typeof at === 'object' && at !== null && chain.length < 5; at = (at as { cause?: unknown }).cause) chain.push(at)
  return chain
}

const failureOf = (error: unknown): ConnectionReport => {
  const chain = chainOf(error)
  const code = chain.map((each) => each.code).find((each) => typeof each === 'string')
  const messages = chain.flatMap(({ message }) => (typeof message === 'string' && message !== '' ? [message] : []))
  const text = [...new Set(messages)].join(': ') || String(error)
  return { ok: false, code: typeof code === 'string' ? code : null, message: text.slice(0, maxMessageChars) }
}

const within = async (work: Promise<unknown>, timeoutMs: number): Promise<void> => {
  const { promise, reject } = Promise.withResolvers<never>()
  const late = (): void => reject(Object.assign(new Error(`No answer within ${timeoutMs / 1000} s.`), { code: 'ETIMEDOUT' }))
  const timer = setTimeout(late, timeoutMs)
  try {
    await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}

/** Asks the warehouse of a data source one small question, with the driver that queries use. */
export const testConnection = async (engine: Engine, env: Env, dataSource: string, timeoutMs: number): Promise<ConnectionReport> => {
  try {
    const { CubejsServerCore } = engine.serverCore()
    const driver = CubejsServerCore.createDriver(env[keyOf(dataSource, 'TYPE')] ?? '', { dataSource, maxPoolSize: 1 })
    await within(driver.testConnection(), timeoutMs)
    return { ok: true, code: null, message: null }
  } catch (error) {
    return failureOf(error)
  }
}
