import type { FacetProcess } from '../../../harness/installation.ts'
import { pause } from '../../../harness/numbers.ts'
import type { PostgresGate, Standstill } from '../../../harness/postgres-gate.ts'
import { publish, type Stage, writeGeneration } from './dashboard.ts'
import { lookAt } from './look.ts'

/** Where a publish is when its process is killed, and whether it is published then. Undefined: either. */
export type KillPlace = { name: string; at: { moment: Standstill; statement: string } | null; isPublished?: boolean }

const added = 'insert into "dashboard_versions"'

export const killPlaces: KillPlace[] = [
  { name: 'before its number is taken', at: { moment: 'statement', statement: 'update "dashboards"' }, isPublished: false },
  { name: 'before its version is added', at: { moment: 'statement', statement: added }, isPublished: false },
  { name: 'before its commit', at: { moment: 'commit', statement: added }, isPublished: false },
  { name: 'after its commit', at: { moment: 'committed', statement: added }, isPublished: true },
  { name: 'anywhere', at: null },
]

const givenUpMs = 20_000
// About as long as a publish takes. Halved after each miss.
const anywhereMs = 60

export type Killed = { isHit: boolean; wrong: string[] }

/** Publishes a new generation through the victim, and kills it in this place. Viewers must then see the previous generation or this one. */
export const killPublishing = async (
  stage: Stage,
  gate: PostgresGate,
  victim: FacetProcess,
  {
    place: { at, isPublished },
    generation,
    publicId,
    misses = 0,
  }: { place: KillPlace; generation: number; publicId: string; misses?: number },
): Promise<Killed> => {
  await writeGeneration(stage, generation)
  const hold = at && gate.hold(at.moment, at.statement)
  const answering = publish(stage, victim)
  await Promise.race([hold ? hold.held : pause((Math.random() * anywhereMs) / 2 ** misses), pause(givenUpMs), answering])
  const isStanding = hold?.isHeld() ?? true
  await victim.kill('SIGKILL')
  hold?.drop()
  const answer = await answering
  const { generation: shown, wrong } = await lookAt(stage, stage.reader, publicId)
  const expected = isPublished === undefined ? [generation - 1, generation] : [isPublished ? generation : generation - 1]
  const isHit = isStanding && answer.status === 0
  if (isHit && shown !== null && !expected.includes(shown)) wrong.push(`generation ${shown} is shown, not ${expected.join(' or ')}`)
  return { isHit, wrong }
}
