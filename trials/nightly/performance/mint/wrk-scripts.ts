import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Account } from './account.ts'
import type { Kind } from './pgbench-scripts.ts'
import { type Pool, visitorOf } from './pools.ts'
import { requestOf, type Visitor } from './request.ts'

// More than caches hold, and few enough for the memory of wrk.
const maxBodies = 50_000

// Seeded by the clock, so that every run has other first visits.
const script = (bodies: string): string => `math.randomseed(os.time())
local bodies = {}
for line in io.lines('${bodies}') do bodies[#bodies + 1] = line end
local digits = function(count) return tostring(math.random(10 ^ (count - 1), 10 ^ count - 1)) end
local fill = bodies[1]:find('@%a@') ~= nil
request = function()
  local body = bodies[math.random(#bodies)]
  if fill then body = body:gsub('@(%a)@', { n = digits(6) .. digits(6), r = digits(9), d = tostring(math.random(0, 9)) }) end
  return wrk.format('POST', nil, nil, body)
end
`

const visitorsOf = (account: Account, kind: Kind, pool: Pool): Visitor[] => {
  if (kind === 'first') return Array.from({ length: account.catalogs }, (_, catalog) => ({ externalId: `${pool.prefix}@n@`, catalog }))
  const step = Math.max(1, Math.floor(pool.users / maxBodies))
  const visitors = Array.from({ length: Math.min(pool.users, maxBodies) }, (_, place) =>
    visitorOf(account, pool, place * step + (place % step)),
  )
  return kind === 'returning' ? visitors : visitors.map((visitor) => ({ ...visitor, changed: { group: 'group-3@d@', value: '@r@' } }))
}

/** Writes the requests of a pool, and the script that sends them in random order. */
export const writeWrkScript = (folder: string, account: Account, kind: Kind, pool: Pool): string => {
  const bodies = join(folder, `bodies-${pool.prefix}.txt`)
  const file = openSync(bodies, 'w')
  for (const visitor of visitorsOf(account, kind, pool)) writeSync(file, `${JSON.stringify(requestOf(account.deploymentId, visitor))}\n`)
  closeSync(file)
  const lua = join(folder, `mint-${pool.prefix}.lua`)
  writeFileSync(lua, script(bodies))
  return lua
}
