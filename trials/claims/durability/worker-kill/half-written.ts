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

/** Finished or served builds whose artifact in the store is missing or differs, and served builds that are not finished. */
const halfWritten = async ({ installation }: HostingStage): Promise<string[]> => {
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

/** Looks every 250 ms, because an incomplete artifact can be fetched while it exists for a moment only. */
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
