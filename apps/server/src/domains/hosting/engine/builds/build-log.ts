import type { Db } from '#db'
import type { BuildId } from './types.ts'

const maxLines = 2000
const maxLineLength = 4000

type Line = { at: Date; text: string }

/** What a build says, kept for the logs of the deployment. Lines are written in batches; of too many the rest is counted. */
export type BuildLog = { add: (text: string) => void; flush: (write: (work: (db: Db) => Promise<void>) => Promise<void>) => Promise<void> }

export const createBuildLog = (build: BuildId, redact: (text: string) => string): BuildLog => {
  let waiting: Line[] = []
  let count = 0
  const add = (text: string): void => {
    count++
    if (count > maxLines + 1) return
    const shown = count > maxLines ? `The build said more than ${maxLines} lines; the rest is left out.` : redact(text.trimEnd())
    waiting.push({ at: new Date(), text: shown.slice(0, maxLineLength).replaceAll('\0', '') })
  }
  return {
    add,
    flush: async (write) => {
      const lines = waiting
      waiting = []
      if (lines.length === 0) return
      await write(async (db) => {
        await db
          .insertInto('engine_logs')
          .values(lines.map((line) => rowOf(build, line)))
          .execute()
      }).catch((error: unknown) => {
        waiting = [...lines, ...waiting]
        throw error
      })
    },
  }
}

const rowOf = (build: BuildId, { at, text }: Line) => ({
  tenant_id: build.tenantId,
  deployment_id: build.deploymentId,
  source: 'production',
  pod: `build-${build.buildId}`,
  container: 'INIT',
  build_id: build.buildId,
  logged_at: at,
  message: text,
})
