import type { FacetProcess, Installation } from '../../../harness/installation.ts'
import { pause } from '../../../harness/numbers.ts'
import { startMinters } from '../../../harness/writers/minters.ts'
import { placeOf } from '../../../harness/embedding.ts'
import { bringFilesBack, copyFiles } from './copies.ts'
import { isSafe, look, type Look } from './looking.ts'
import { serveUnlessRefused } from './refused.ts'
import { type After, endAll, makeWorld } from './world.ts'

const lostMs = 1000
const givenUpMs = 20_000
const minterCount = 4
const tried = 20

const until = async (isSo: () => boolean, problem: string): Promise<number> => {
  const startedMs = performance.now()
  while (!isSo()) {
    if (performance.now() - startedMs > givenUpMs) throw new Error(problem)
    await pause(10)
  }
  return performance.now() - startedMs
}

export type Round = { stoppedAfterMs: number; isStartRefused: boolean; mintedInLostSecond: number; look: Look }

/**
 * Replaces the database files with a copy that is a second old, under a running process. In rounds that only mint, only the marker can reveal
 * the loss.
 */
export const loseLastSecond = async (installation: Installation, isEnding: boolean): Promise<Round> => {
  let process: FacetProcess = await installation.serve()
  const world = await makeWorld(installation, process, 1)
  const minters = startMinters(minterCount, world.embedding, () => process)
  await until(() => minters.minted.length > 20, 'Nothing is minted.')
  await copyFiles(installation)
  const atCopy = minters.minted.length
  await until(() => minters.minted.length > atCopy, 'Nothing is minted after the copy.')
  await pause(lostMs)
  if (isEnding) await endAll(installation.client(process, world.tenant), world)
  await minters.stop()
  const lost = minters.minted.slice(atCopy)
  await bringFilesBack(installation)
  const stoppedAfterMs = await until(process.hasExited, 'The process goes on over a database from before.')
  const unfit = await serveUnlessRefused(installation)
  await unfit?.kill()
  await installation.facet(['restored'])
  process = await installation.serve()
  const unused = lost.filter(({ isTried }) => !isTried)
  const after: After = {
    tokens: lost.flatMap(({ token }) => token ?? []).slice(0, tried),
    sessions: unused.map(({ sessionId }) => sessionId).slice(0, tried),
    lastId: Math.max(...lost.map(({ sessionId }) => placeOf(sessionId).id)),
    isEnded: isEnding,
  }
  const seen = await look(installation, process, { FACET_MIGRATE_DATABASE_URL: installation.adminUrl }, world, after)
  await process.kill()
  world.embedding.close()
  return { stoppedAfterMs: Math.round(stoppedAfterMs), isStartRefused: unfit === null, mintedInLostSecond: lost.length, look: seen }
}

const maxStopMs = 5000

export const isNoticed = (round: Round): boolean =>
  round.isStartRefused && round.stoppedAfterMs <= maxStopMs && round.mintedInLostSecond > 0 && isSafe(round.look)
