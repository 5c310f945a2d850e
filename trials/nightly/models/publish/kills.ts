import type { FacetProcess } from '../../../harness/installation.ts'
import { pause } from '../../../harness/numbers.ts'
import type { PostgresGate, Standstill } from '../../../harness/postgres-gate.ts'
import { publish, type Stage, writeGeneration } from './dashboard.ts'
import { lookAt } from './look.ts'

/** Where a publish stands when its process is killed, and whether it is then published; undefined where either may be. */
export type KillPlace = { name: string; at: { moment: Standstill; statement: string } | null; isPublished?: boolean }

const added = 'insert into "dashboard_versions"'

export const killPlaces: KillPlace[] = [
  { name: 'before its number is taken', at: { moment: 'statement', statement: 'update "dashboards"' }, isPublished: false },
  { name: 'before its version is added', at: { moment: 'statement', statement: added }, isPublished: false },
  { name: 'before its commit', at: { moment: 'commit', statement: added }, isPublished: false },
  { name: 'behind its commit', at: { moment: 'committed', statement: added }, isPublished: true },
  { name: 'anywhere', at: null },
]

const givenUpMs = 20_000
// About as long as a publish of so many reports takes; after each miss it is half of it.
const anywhereMs = 60

export type Killed = { isHit: boolean; wrong: string[] }

/**
 * Publishes a new generation through the victim and kills it in this place. What is looked at afterwards, through another process, is the
 * generation before or this one.
 */
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
