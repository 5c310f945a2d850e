import type { TrialStack } from '../../../harness/stack.ts'
import type { Random } from '../../input/fuzz/random.ts'
import { cubeShapes, type CubeShape, eventsAs, joinedOf } from './cubes.ts'
import type { ServedModel } from './deployment.ts'
import type { Door, Session } from './door.ts'
import { modelHoles } from './model.ts'
import { pathHoles } from './path-holes.ts'
import { planRound, runRound, type Tally } from './round.ts'
import { mint } from './sessions.ts'
import { tenantCount, type Warehouse } from './warehouse.ts'

export type Found = { hole: string; what: string; tally: Tally }

export type Ground = { stack: TrialStack; warehouse: Warehouse; random: Random; asks: number; atOnce: number }
export type Served = ServedModel & { door: Door; sessions: readonly Session[] }

const shapeOfHole = (name: string): CubeShape => {
  if (name === 'uncounted_view') return joinedOf(name, 'kept_accounts')
  return name === 'loose_join' ? { ...eventsAs(name), joined: { 'open_accounts.label': 'accounts.label' } } : eventsAs(name)
}

/** Sessions that hold more than they should: what they may see is what was asked for, their token is of somebody who sees more. */
const mintHoles = async (ground: Ground, { deploymentId }: Served): Promise<{ hole: string; what: string; sessions: Session[] }[]> => {
  const widened = (hole: string, wider: { level: number; isAuditor: boolean }): Promise<Session[]> =>
    Promise.all(
      Array.from({ length: tenantCount }, async (_, tenant) => {
        const seat = { tenant, level: 0, isAuditor: false, externalId: `${hole}-${tenant}` }
        const token = await mint(ground.stack, deploymentId, { ...seat, ...wider })
        await mint(ground.stack, deploymentId, seat)
        return { ...seat, label: seat.externalId, token }
      }),
    )
  return [
    {
      hole: 'namesake_group',
      what: "a customer's own group counts as the tenant's group of the same name",
      sessions: await widened('namesake', { level: 0, isAuditor: true }),
    },
    {
      hole: 'stale_session',
      what: 'the token of an earlier session of the user is taken for that of the last, which holds less',
      sessions: await widened('stale', { level: 2, isAuditor: false }),
    },
  ]
}

/** Plants one hole after the other and gives what was found of each. */
export const findHoles = async (ground: Ground, right: Served, holed: Served): Promise<Found[]> => {
  const { warehouse, random, asks, atOnce } = ground
  const found: Found[] = []
  const look = async (
    hole: string,
    what: string,
    door: Door,
    sessions: readonly Session[],
    shapes: readonly CubeShape[],
  ): Promise<void> => {
    found.push({ hole, what, tally: await runRound(door, warehouse, planRound(random, sessions, shapes, asks), atOnce) })
  }
  for (const [hole, { what }] of Object.entries(modelHoles)) await look(hole, what, holed.door, holed.sessions, [shapeOfHole(hole)])
  for (const [hole, { what, plant }] of Object.entries(pathHoles))
    await look(hole, what, plant(right.door, right.sessions, random), right.sessions, cubeShapes)
  for (const { hole, what, sessions } of await mintHoles(ground, right)) await look(hole, what, right.door, sessions, cubeShapes)
  return found
}
