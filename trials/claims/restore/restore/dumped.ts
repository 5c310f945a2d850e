import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Installation, Settings } from '../../../harness/installation.ts'
import type { TrialOptions } from '../../../trial.ts'
import { bringBack, copyStore, dump, sqlAt } from './copies.ts'
import { isSafe, look, type Look } from './looking.ts'
import { isToldByDoctor, serveUnlessRefused } from './refused.ts'
import { type After, goOn, makeWorld, type World } from './world.ts'

type Restored = { ids: { before: number; after: number }; replayed: Record<string, number>; lost: string[] }

export type Attempt = { isStartRefused: boolean; replayed: Record<string, number> | null; look: Look }

/** Walls taken away, to see that the trial would notice, and how each shows. */
type Plant = {
  name: string
  before?: (settings: Settings) => Promise<unknown>
  after?: (settings: Settings, done: Restored) => Promise<unknown>
  holes: Record<string, (attempt: Attempt) => boolean>
}

const plants: Plant[] = [
  {
    name: 'unmarked',
    // Nothing tells the copy from the database, in the store or in the copy itself: it is served as it is.
    before: async (settings) => {
      await rm(fileURLToPath(`${settings['FACET_OBJECT_STORE']}/cells`), { recursive: true })
      await sqlAt(settings, 'delete from ledger_entries')
    },
    holes: {
      withoutMarker: ({ isStartRefused }) => !isStartRefused,
      withoutLedger: ({ look: seen }) => seen.endedAccepted.length === seen.endedTried && seen.isCustomerBack,
    },
  },
  {
    name: 'unmoved',
    after: async (settings, { ids }) => {
      await sqlAt(settings, 'update installation set restore_epoch = 1')
      await sqlAt(settings, "select setval('facet_ids', $1)", [ids.before])
    },
    holes: {
      withoutEpoch: ({ look: seen }) => seen.tokensAccepted > 0 && seen.sessionsExchanged > 0,
      withoutMovingIds: ({ look: seen }) => seen.idsGivenAgain > 0,
    },
  },
]

const makeFit = async (installation: Installation, settings: Settings, plant: Plant | undefined): Promise<Restored> => {
  const done = JSON.parse(await installation.facet(['restored', '--json'], settings)) as Restored
  await plant?.after?.(settings, done)
  return done
}

const attempt = async (installation: Installation, world: World, after: After, settings: Settings, plant?: Plant): Promise<Attempt> => {
  await plant?.before?.(settings)
  const unfit = await serveUnlessRefused(installation, settings)
  const done = unfit ? null : await makeFit(installation, settings, plant)
  const process = unfit ?? (await installation.serve(settings))
  const seen = await look(installation, process, settings, world, after)
  await process.kill()
  return { isStartRefused: unfit === null, replayed: done?.replayed ?? null, look: seen }
}

/**
 * Dump, go on, end and mint, bring the dump back. With objects in a folder that is done over copies of it: the database that went on
 * can be served again, and each wall is taken away once.
 */
export const restoreDump = async (installation: Installation, count: number, isInFolder: boolean, options: TrialOptions) => {
  const { say } = options
  const process = await installation.serve()
  const world = await makeWorld(installation, process, count)
  const file = await dump(installation)
  const after = await goOn(installation, process, world, count)
  await process.kill()

  const planted: Record<string, boolean> = {}
  for (const plant of options.plants && isInFolder ? plants : []) {
    const settings = { ...(await bringBack(installation, file, plant.name)), ...(await copyStore(installation, plant.name)) }
    const found = await attempt(installation, world, after, settings, plant)
    for (const [name, isSeen] of Object.entries(plant.holes)) planted[name] = isSeen(found)
    say(`${plant.name}: ${JSON.stringify(found)}`)
  }
  const store = isInFolder ? await copyStore(installation, 'brought-back') : {}
  const settings = { ...(await bringBack(installation, file, 'brought_back')), ...store }
  const isTold = await isToldByDoctor(installation, settings)
  const found = await attempt(installation, world, after, settings)
  say(`dump: ${JSON.stringify(found)}`)
  world.embedding.close()
  return {
    isPassed: found.isStartRefused && isTold && isSafe(found.look) && found.look.endedTried > 0 && Object.values(planted).every(Boolean),
    figures: {
      ...found.look,
      isStartRefused: found.isStartRefused,
      isToldByDoctor: isTold,
      replayed: found.replayed,
      plantedSeen: planted,
    },
  }
}
