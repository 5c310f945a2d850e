import { type Db, inTransaction, type Pool } from '#db'
import { ArtifactLost, requestFirstBuild, requestLostArtifact } from '../builds/index.ts'
import type { EngineSpec, EnvironmentId, Launch } from '../engines/index.ts'

export type MissingBuildsParts = {
  pool: Pool
  onProblem: (error: unknown) => void
  nowMs?: () => number
}

type Find = (environment: EnvironmentId) => Promise<EngineSpec | null>

const restMs = 60_000

/**
 * Asks for a build where an engine finds that there is none, or that its artifact is lost: whoever asks again some time later is answered.
 * Of one environment once a minute, however many ask.
 */
export const createMissingBuilds = ({ pool, onProblem, nowMs = () => performance.now() }: MissingBuildsParts) => {
  /** When they were asked for, the oldest first. */
  const asked = new Map<string, number>()

  const isDue = (key: string): boolean => {
    for (const [other, atMs] of asked) {
      if (nowMs() - atMs < restMs) break
      asked.delete(other)
    }
    if (asked.has(key)) return false
    asked.set(key, nowMs())
    return true
  }

  const ask = async (what: string, environment: EnvironmentId, request: (db: Db, of: EnvironmentId) => Promise<void>): Promise<void> => {
    const { tenantId, environmentId } = environment
    const key = `${what} ${tenantId}/${environmentId}`
    if (!isDue(key)) return
    try {
      await inTransaction(pool, tenantId, 'read write', (db) => request(db, environment))
    } catch (error) {
      asked.delete(key)
      onProblem(error)
    }
  }

  return {
    whereNone:
      (find: Find): Find =>
      async (environment) => {
        const served = await find(environment)
        if (!served) await ask('first', environment, requestFirstBuild)
        return served
      },
    whereLost:
      (launch: Launch): Launch =>
      async (spec, ...rest) => {
        try {
          return await launch(spec, ...rest)
        } catch (error) {
          // By the build as well: the one that comes in its place may be lost in its turn.
          if (error instanceof ArtifactLost) await ask(`lost ${spec.buildId}`, spec, requestLostArtifact)
          throw error
        }
      },
  }
}
