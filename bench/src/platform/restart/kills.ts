import type { FacetProcess, Installation, Tenant } from '../../harness/installation.ts'
import { pause } from '../../harness/numbers.ts'
import type { PostgresGate, Standstill } from '../../harness/postgres-gate.ts'
import { type Refused, startWriters, type Writers } from '../writers/writers.ts'

/** Where a write stands when its process is killed; without a place, wherever the writes happen to be. */
export type KillPlace = { name: string; at?: { moment: Standstill; statement: string } }

/** Before a commit an answer would be a lie; behind one that nobody heard of, the repetition must not do it again. */
export const killPlaces: KillPlace[] = [
  { name: 'before the commit of a deployment', at: { moment: 'commit', statement: 'insert into "deployments"' } },
  { name: 'before the commit of a variable', at: { moment: 'commit', statement: 'insert into "env_variables"' } },
  { name: 'behind the commit of a deployment', at: { moment: 'committed', statement: 'insert into "deployments"' } },
  { name: 'anywhere' },
]

/** How the service is started, with a gate on its line to the database. */
export type Served = { installation: Installation; gate: PostgresGate; serve: () => Promise<FacetProcess> }

export type Kills = {
  writers: Writers
  /** How many met a write on its way, by place. */
  hits: Record<string, number>
  missed: number
  server: FacetProcess
}

export const writesBetween = 300

const writerCount = 8
const givenUpMs = 20_000
// Time for an answer to leave that does not wait for the commit.
const standsMs = 150

const untilWritten = async (writers: Writers, count: number): Promise<void> => {
  const wanted = writers.acknowledgements() + count
  const deadline = performance.now() + givenUpMs
  while (writers.acknowledgements() < wanted && performance.now() < deadline) await pause(5)
}

const isHitBy = (refused: Refused[], killedMs: number): boolean =>
  refused.some(({ startedMs, endedMs }) => startedMs < killedMs && endedMs > killedMs)

/** Kills the process in this place; answers how to tell, once its writers have heard, whether a write stood there. */
const killIn = async (gate: PostgresGate, server: FacetProcess, writers: Writers, { at }: KillPlace): Promise<() => boolean> => {
  const hold = at && gate.hold(at.moment, at.statement)
  if (hold) await Promise.race([hold.held.then(() => pause(standsMs)), pause(givenUpMs)])
  const isStanding = hold?.isHeld() ?? true
  const killedMs = performance.now()
  await server.kill('SIGKILL')
  hold?.drop()
  return () => isStanding && isHitBy(writers.refused, killedMs)
}

/** So many kills in each of the places, under writes. One that met nobody is made again, and counted. */
export const killUnderWrites = async (
  { installation, gate, serve }: Served,
  tenant: Tenant,
  places: KillPlace[],
  killsEach: number,
  say: (line: string) => void,
): Promise<Kills> => {
  let server = await serve()
  let api = installation.client(server, tenant)
  const writers = startWriters(writerCount, () => api)
  const hits: Record<string, number> = {}
  let missed = 0
  try {
    for (const place of places)
      for (let hit = 0, made = 0; hit < killsEach && made < killsEach * 3; made++) {
        await untilWritten(writers, writesBetween)
        const isHit = await killIn(gate, server, writers, place)
        server = await serve()
        api = installation.client(server, tenant)
        if (isHit()) hits[place.name] = ++hit
        else missed++
        say(`killed ${place.name}${isHit() ? '' : ', and met nobody'}: ${writers.acknowledgements()} acknowledged`)
      }
    await untilWritten(writers, writerCount)
  } finally {
    await writers.stop()
  }
  return { writers, hits, missed, server }
}
