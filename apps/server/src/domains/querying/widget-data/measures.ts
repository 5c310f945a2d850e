import { createHash } from 'node:crypto'
import type { Measures, ReadMeasures } from '#engine/querying'
import { type Asking, askOnce } from './ask-engine.ts'
import { QueryFailed } from './query-failed.ts'
import type { Table } from './table.ts'
import { isObject } from './values.ts'

const maxReadMs = 60_000
// Which measures a caller is shown can change within a build, with the embed policy of the deployment.
const missingAgainAfterMs = 30_000

const additiveTypes: ReadonlySet<unknown> = new Set(['count', 'sum'])

const measuresIn = ({ cubes }: Record<string, unknown>): Measures =>
  new Map(
    (Array.isArray(cubes) ? cubes : []).flatMap((cube) =>
      isObject(cube) && Array.isArray(cube['measures'])
        ? cube['measures']
            .filter(isObject)
            .map(({ name, aggType, cumulative }) => [String(name), additiveTypes.has(aggType) && cumulative !== true] as const)
        : [],
    ),
  )

/** Empty where the model does not let this caller read metadata. */
const readMeasures = async (asking: Asking): Promise<Measures> => {
  const held = asking.queryMemory.open(asking.caller.tenantId)
  const signal = AbortSignal.timeout(maxReadMs)
  try {
    const asked = await askOnce(asking, { method: 'GET', path: '/cubejs-api/v1/meta', body: null, cost: 1 }, held, signal)
    return 'answer' in asked ? measuresIn(asked.answer) : new Map()
  } catch (error) {
    if (error instanceof QueryFailed && !error.isRetryable) return new Map()
    if (!signal.aborted) throw error
    throw new QueryFailed('engine_failed', 'The engine did not answer a request for metadata. Ask again.', {
      isRetryable: true,
      cause: error,
    })
  } finally {
    held.release()
  }
}

/** A model may depend on who asks, so that both the build and the caller belong to the key. */
const keyOf = ({ caller, pinned }: Asking, buildId: number): string =>
  `${caller.tenantId} ${buildId} ${createHash('sha256').update(JSON.stringify(pinned)).digest('base64')}`

const isUsable = ({ measures, atMs }: ReadMeasures, wanted: readonly string[]): boolean =>
  wanted.every((name) => measures.has(name)) || performance.now() - atMs < missingAgainAfterMs

/** What the build says of its measures. It is read once for all requests of one security context, whoever of them leaves first. */
export const getMeasures = async (asking: Asking, buildId: number, wanted: readonly string[]): Promise<Measures> => {
  if (wanted.length === 0) return new Map()
  const { known, pending } = asking.measureCache
  const key = keyOf(asking, buildId)
  const found = known.get(key)
  if (found && isUsable(found, wanted)) return found.measures
  const running = pending.get(key)
  if (running) return running
  const read = readMeasures(asking)
    .then((measures) => {
      known.set(key, { measures, atMs: performance.now() })
      return measures
    })
    .finally(() => pending.delete(key))
  pending.set(key, read)
  return read
}

/** The table with `isAdditive` of its measures; null for a measure that the caller's metadata does not list. */
export const withAdditivity = <T extends Table>(table: T, measures: Measures): T => ({
  ...table,
  columns: table.columns.map((column) =>
    column.kind === 'measure' ? { ...column, isAdditive: measures.get(column.member) ?? null } : column,
  ),
})
