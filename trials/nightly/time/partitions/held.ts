import pg from 'pg'
import type { Embedding } from '../../../harness/embedding.ts'
import type { FacetProcess, Installation } from '../../../harness/installation.ts'
import { pause } from '../../../harness/numbers.ts'
import { keepMinting, type Load } from './load.ts'
import { listOldHours, makeOldHours } from './old-hours.ts'

export type Held = Load & { held: string; calls: number; before: number; leftWhileHeld: number; leftAfter: number }

const sessionHours = 1
const grantHours = 25
// Far more often than housekeeping runs.
const betweenMs = 300

/** Drops old hours while a reader holds a table, and after it ends. */
export const dropWhileHeld = async (
  installation: Installation,
  embedding: Embedding,
  processes: FacetProcess[],
  options: { held: string; hours: number; lastsMs: number },
): Promise<Held> => {
  await makeOldHours(installation, options.hours)
  const before = (await listOldHours(installation)).length
  const holder = new pg.Client({ connectionString: installation.adminUrl })
  const dropper = new pg.Client({ connectionString: installation.serviceUrl })
  await holder.connect()
  await dropper.connect()
  const drop = () => dropper.query('select facet_drop_embed_partitions($1, $2)', [sessionHours, grantHours])
  try {
    await holder.query('begin')
    await holder.query(`lock table ${options.held} in access share mode`)
    const stop = keepMinting(embedding, processes, 8)
    await pause(300)
    let calls = 0
    const until = performance.now() + options.lastsMs
    while (performance.now() < until) {
      await drop()
      calls++
      await pause(betweenMs)
    }
    const leftWhileHeld = (await listOldHours(installation)).length
    await holder.query('commit')
    // Each turn drops as many as it can.
    for (let turn = 0; turn < 20 && (await listOldHours(installation)).length > 0; turn++) {
      await drop()
      calls++
      await pause(betweenMs)
    }
    const load = await stop()
    return { held: options.held, ...load, calls, before, leftWhileHeld, leftAfter: (await listOldHours(installation)).length }
  } finally {
    await holder.end()
    await dropper.end()
  }
}
