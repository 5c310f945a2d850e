import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pause } from '../../../harness/numbers.ts'
import type { HostingStage } from '../../../harness/hosting/stage.ts'

type Row = { id: number; status: string; served: boolean; key: string | null; sha256: string | null }

const sha256Of = (file: string): string | null => {
  try {
    return createHash('sha256').update(readFileSync(file)).digest('hex')
  } catch {
    return null
  }
}

/** Builds that are done or served whose artifact is not in the store, byte for byte; and what is served without being done. */
export const halfWritten = async ({ installation }: HostingStage): Promise<string[]> => {
  const rows = await installation.sql<Row>(
    `select b.id::int, b.status, e.build_id = b.id as served, b.artifact_key as key, b.artifact_sha256 as sha256
     from builds b join environments e on e.id = b.environment_id where b.status = 'built' or e.build_id = b.id`,
  )
  return rows.flatMap(({ id, status, served, key, sha256 }) => {
    if (status !== 'built') return [`build ${id} is served and is ${status}`]
    const found = key === null ? null : sha256Of(join(installation.folder, 'objects', key))
    return found !== null && found === sha256
      ? []
      : [`build ${id}${served ? ', which is served,' : ''} has ${found ?? 'no object'} at ${key}`]
  })
}

/** Looks all the time, since what is wrong for a moment is asked in that moment. */
export const watchHalfWritten = (stage: HostingStage) => {
  const found = new Set<string>()
  const stopping = new AbortController()
  let looks = 0
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      for (const one of await halfWritten(stage)) found.add(one)
      looks += 1
      await pause(250)
    }
  }
  const running = run()
  return {
    stop: async () => {
      stopping.abort()
      await running
      return { looks, found: [...found] }
    },
  }
}
