import type { RoleName } from '#config'
import type { Reaction, Task } from '#context'
import { createConsumer, type EventBacklog, type EventHandler } from '#outbox'
import { areas } from './generated/areas.ts'

export const allReactions: readonly Reaction[] = areas.flatMap(({ reactions }) => reactions ?? [])

const reactionsOf = (roles: readonly RoleName[]): Map<string, Reaction[]> =>
  Map.groupBy(
    allReactions.filter(({ role }) => role === undefined || roles.includes(role)),
    ({ kind }) => kind,
  )

type Starting = Parameters<Task['start']>[0]

/** Every reaction to an event has its turn, also when one fails; the event is done when all of them are. */
const handlerOf =
  (reactions: readonly Reaction[], services: Starting): EventHandler =>
  async (event, signal) => {
    const outcomes = await Promise.allSettled(reactions.map(async ({ react }) => react(event, services, signal)))
    const failed = outcomes.find((outcome) => outcome.status === 'rejected')
    if (failed) throw failed.reason
  }

/** Reacts to events as long as the process runs, and keeps count of them. */
export const eventTasks = (roles: readonly RoleName[], backlog: EventBacklog): Task[] => [
  {
    name: 'react to events',
    everyMs: 2000,
    // One for each event that is being reacted to, and one to claim and renew with.
    connections: 5,
    start: (services) => {
      const { calls, log, servingProblem } = services
      const handlers = new Map([...reactionsOf(roles)].map(([kind, reactions]) => [kind, handlerOf(reactions, services)]))
      return createConsumer({ calls, log, handlers, isServed: async () => (await servingProblem()) === null })
    },
  },
  {
    name: 'count events',
    everyMs: 15_000,
    start:
      ({ calls }) =>
      () =>
        backlog.refresh(calls),
  },
]
