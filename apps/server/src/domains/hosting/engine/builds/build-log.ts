import type { Db } from '#db'
import { foreignText } from './foreign-text.ts'
import type { BuildId } from './types.ts'

const maxLines = 2000
const maxLineLength = 4000
const maxChars = 1_048_576

type Line = { at: Date; text: string }

/** What a long job says, kept for whoever asked for it. Lines are written in batches; of too many the rest is left out. */
export type LineLog = { add: (text: string) => void; flush: (write: (work: (db: Db) => Promise<void>) => Promise<void>) => Promise<void> }

export const createLineLog = (
  what: string,
  redact: (text: string) => string,
  insert: (db: Db, lines: readonly Line[]) => Promise<unknown>,
): LineLog => {
  let waiting: Line[] = []
  let count = 0
  let chars = 0
  let isFull = false
  const add = (text: string): void => {
    if (isFull) return
    isFull = count >= maxLines || chars >= maxChars
    const line = isFull
      ? `The ${what} said more than ${maxLines} lines, or ${maxChars / 1024} kB; the rest is left out.`
      : foreignText(text.trimEnd(), maxLineLength, redact)
    count += 1
    chars += line.length
    waiting.push({ at: new Date(), text: line })
  }
  return {
    add,
    flush: async (write) => {
      const lines = waiting
      waiting = []
      if (lines.length === 0) return
      await write(async (db) => {
        await insert(db, lines)
      }).catch((error: unknown) => {
        waiting = [...lines, ...waiting]
        throw error
      })
    },
  }
}

export const createBuildLog = (build: BuildId, redact: (text: string) => string): LineLog =>
  createLineLog('build', redact, (db, lines) =>
    db
      .insertInto('engine_logs')
      .values(lines.map((line) => rowOf(build, line)))
      .execute(),
  )

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
