import type { Random } from '../../input/fuzz/random.ts'
import type { DataAnswer, Door, Session } from './door.ts'

type PathHole = { what: string; plant: (door: Door, sessions: readonly Session[], random: Random) => Door }

/** What a gateway could do wrong on the way to the engine, done between the caller and ours. */
export const pathHoles: Record<string, PathHole> = {
  other_context: {
    what: 'now and then the context of another caller is what the engine is given',
    plant: (door, sessions, random) => (session, request) => door(random.whole(5) === 0 ? random.pick(sessions) : session, request),
  },
  shared_cache: {
    what: 'answers are kept by the query alone',
    plant: (door) => {
      const kept = new Map<string, Promise<DataAnswer>>()
      return (session, request) => {
        const key = JSON.stringify(request)
        const answer = kept.get(key) ?? door(session, request)
        kept.set(key, answer)
        return answer
      }
    },
  },
  joined_flights: {
    what: 'who asks what somebody else is asking at the moment is given that answer',
    plant: (door) => {
      const flying = new Map<string, Promise<DataAnswer>>()
      return (session, { path, body }) => {
        // GET and POST of one query would be one query to such a gateway.
        const key = JSON.stringify([path, body])
        const answer = flying.get(key) ?? door(session, { path, body }).finally(() => flying.delete(key))
        flying.set(key, answer)
        return answer
      }
    },
  },
  sticky_connection: {
    what: 'a connection keeps the caller it began with',
    plant: (door) => {
      let first: Session | null = null
      let uses = 0
      return (session, request) => {
        first = uses++ % 6 === 0 || first === null ? session : first
        return door(first, request)
      }
    },
  },
  crossed_answers: {
    what: 'two answers that are under way change places',
    plant: (door) => {
      const waiting = new Map<string, { ask: Promise<DataAnswer>; take: (answer: Promise<DataAnswer>) => void }>()
      return (session, request) => {
        const ask = door(session, request)
        const other = waiting.get(request.path)
        if (other !== undefined) {
          waiting.delete(request.path)
          other.take(ask)
          return other.ask
        }
        return new Promise((resolve) => {
          waiting.set(request.path, { ask, take: resolve })
          // The last of all finds nobody to change with.
          void ask.then((answer) => setTimeout(resolve, 1000, answer))
        })
      }
    },
  },
}
