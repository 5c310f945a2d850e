import type { Installation } from '../../../harness/installation.ts'
import { bringBack, dump } from './copies.ts'
import { isSafe, look } from './looking.ts'
import { isRefusedByDoctor, serveUnlessRefused } from './refused.ts'
import { goOn, makeWorld } from './world.ts'

/** Dumps the database, ends credentials and mints others, restores the dump and serves it. */
export const restoreDump = async (installation: Installation, count: number, say: (line: string) => void) => {
  const process = await installation.serve()
  const world = await makeWorld(installation, process, count)
  const file = await dump(installation)
  const after = await goOn(installation, process, world, count)
  await process.kill()

  const settings = await bringBack(installation, file, 'brought_back')
  const isToldByDoctor = await isRefusedByDoctor(installation, settings)
  const unfit = await serveUnlessRefused(installation, settings)
  const output = unfit ? null : await installation.facet(['restored', '--json'], settings)
  const replayed = output === null ? null : (JSON.parse(output) as { replayed: Record<string, number> }).replayed
  const served = unfit ?? (await installation.serve(settings))
  const seen = await look(installation, served, settings, world, after)
  await served.kill()
  world.embedding.close()
  const figures = { ...seen, isStartRefused: unfit === null, isToldByDoctor, replayed }
  say(`dump: ${JSON.stringify(figures)}`)
  return { isPassed: figures.isStartRefused && isToldByDoctor && isSafe(seen) && seen.endedTried > 0, figures }
}
