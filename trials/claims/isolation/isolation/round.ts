import { eachOf } from '../../../harness/each-of.ts'
import type { Random } from '../../input/fuzz/random.ts'
import type { CubeShape } from './cubes.ts'
import type { DataAnswer, Door, Session } from './door.ts'
import { judge, type Answered, type Verdict } from './judge.ts'
import { askOracle, type Expected } from './oracle.ts'
import { type Query, queryBody, randomQuery } from './queries.ts'
import type { Warehouse } from './warehouse.ts'

/** `cached`: the engine may answer from its cache. `sql`: the trial runs the SQL that the engine returns. */
export type Mode = 'cached' | 'uncached' | 'sql'
export type Plan = { session: Session; query: Query; mode: Mode; isGet: boolean }

export type Tally = {
  asked: number
  conclusive: number
  empty: number
  refused: number
  foreign: number
  different: number
  cacheHits: number
  /** Conclusive answers by cube and by mode. */
  of: Record<string, number>
  examples: string[]
}

/** Two thirds of the plans share a few queries, so that the cache holds responses to other sessions. */
export const planRound = (random: Random, sessions: readonly Session[], shapes: readonly CubeShape[], count: number): Plan[] => {
  const shared = shapes.flatMap((shape) => Array.from({ length: 1 + Math.floor(count / 2000) }, () => randomQuery(random, shape)))
  return Array.from({ length: count }, () => {
    const mode = random.pick<Mode>(['cached', 'cached', 'cached', 'uncached', 'sql'])
    const query = random.whole(3) > 0 ? random.pick(shared) : randomQuery(random, random.pick(shapes))
    return { session: random.pick(sessions), query, mode, isGet: random.whole(3) === 0 }
  })
}

const rowsOf = ({ body }: DataAnswer): Answered => {
  const { data, total } = body as { data?: Record<string, unknown>[]; total?: number | string | null }
  return { rows: data ?? [], total: total === undefined || total === null ? null : Number(total) }
}

/** Runs the SQL that the engine returned, as its recipient could. */
const runShown = async (warehouse: Warehouse, { body }: DataAnswer, expected: Expected): Promise<Answered> => {
  const { sql, aliasNameToMember = {} } = (body as { sql: { sql: [string, unknown[]]; aliasNameToMember?: Record<string, string> } }).sql
  const rows = await warehouse.query<Record<string, unknown>>(sql[0], sql[1])
  const named = (row: Record<string, unknown>): Record<string, unknown> =>
    Object.fromEntries(Object.entries(row).map(([alias, value]) => [aliasNameToMember[alias] ?? alias, value]))
  return { rows: rows.map(named), total: expected.total }
}

const isHit = ({ body, sentAtMs }: DataAnswer): boolean =>
  typeof body['lastRefreshTime'] === 'string' && Date.parse(body['lastRefreshTime']) < sentAtMs

/** Sends the planned queries, many at once, and compares each response with plain SQL for the same rights. */
export const runRound = async (door: Door, warehouse: Warehouse, plans: readonly Plan[], atOnce: number): Promise<Tally> => {
  const tally: Tally = { asked: 0, conclusive: 0, empty: 0, refused: 0, foreign: 0, different: 0, cacheHits: 0, of: {}, examples: [] }
  const known = new Map<string, Promise<Expected>>()
  const expectedOf = ({ query, session: { tenant, level, isAuditor } }: Plan): Promise<Expected> => {
    const key = JSON.stringify([query.shape.name, queryBody(query), tenant, level, isAuditor])
    const found = known.get(key) ?? askOracle(warehouse, query, { tenant, level, isAuditor })
    known.set(key, found)
    return found
  }
  const ask = async (plan: Plan): Promise<{ verdict: Verdict; isFromCache: boolean }> => {
    const { session, query, mode, isGet } = plan
    // SQL returns times in another format than `load`.
    const path = mode === 'sql' && query.granularity === null ? 'sql' : 'load'
    const body = { query: queryBody(query), ...(mode === 'uncached' ? { cache: 'no-cache' } : {}) }
    const [answer, expected] = await Promise.all([door(session, { path, body, isGet }), expectedOf(plan)])
    if (answer.status !== 200 || answer.body['error'] !== undefined)
      return {
        verdict: { kind: 'refused', why: `${answer.status} ${answer.code} ${JSON.stringify(answer.body).slice(0, 300)}` },
        isFromCache: false,
      }
    const answered = path === 'sql' ? await runShown(warehouse, answer, expected) : rowsOf(answer)
    return { verdict: judge(query, session, expected, answered), isFromCache: path === 'load' && isHit(answer) }
  }
  await eachOf(plans, atOnce, async (plan) => {
    const { verdict, isFromCache } = await ask(plan)
    tally.asked++
    if (verdict.kind === 'empty') return void tally.empty++
    if ('why' in verdict) {
      tally[verdict.kind]++
      const { session, query, mode } = plan
      if (tally.examples.length < 20)
        tally.examples.push(`${verdict.kind} for ${session.label}, ${mode}: ${verdict.why}; ${JSON.stringify(queryBody(query))}`)
      return
    }
    tally.conclusive++
    if (isFromCache) tally.cacheHits++
    for (const name of [plan.query.shape.name, plan.mode]) tally.of[name] = (tally.of[name] ?? 0) + 1
  })
  return tally
}
