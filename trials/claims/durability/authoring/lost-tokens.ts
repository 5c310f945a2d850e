import { pause } from '../../../harness/numbers.ts'
import { assemble, isStored, listBlobs } from './assembled.ts'
import type { Fleet, FleetNode } from './fleet.ts'
import { type Model, type Put, readFiles } from './models.ts'

export type Expected = Put & { model: Model }

export type Losses = {
  /** Confirmed writes that are missing in the repository of row and store. */
  inStore: number
  /** Confirmed writes that a node does not show, or shows with other content. */
  throughApi: number
  /** Problems that git finds in repositories. */
  broken: string[]
  looked: number
}

export const isLossless = ({ inStore, throughApi, broken }: Losses): boolean => inStore + throughApi + broken.length === 0

/** Compares confirmed writes with the repository of row and store, read by git, and with the files that a node shows. */
export const countLost = async (fleet: Fleet, expected: readonly Expected[], node: FleetNode, models: Model[]): Promise<Losses> => {
  const byModel = Map.groupBy(expected, ({ model }) => model)
  const losses: Losses = { inStore: 0, throughApi: 0, broken: [], looked: expected.length }
  for (const model of models) {
    const tokens = byModel.get(model) ?? []
    const repository = await assemble(fleet, model.deploymentId)
    try {
      losses.broken.push(...repository.problems)
      const blobs = await listBlobs(repository, model.branch).catch(() => new Map<string, string>())
      losses.inStore += tokens.filter(({ path, content }) => !isStored(blobs, path, content)).length
    } finally {
      repository.remove()
    }
    losses.throughApi += await countHidden(fleet, node, model, tokens)
  }
  return losses
}

const maxReadTries = 100
const retryPauseMs = 100

const countHidden = async (fleet: Fleet, node: FleetNode, model: Model, tokens: Expected[]): Promise<number> => {
  for (let tries = 1; ; tries++) {
    const shown = await readFiles(fleet, node, model)
    if (shown instanceof Map) return tokens.filter(({ path, content }) => shown.get(path) !== content).length
    if (shown.status !== 503 || tries === maxReadTries)
      throw new Error(`The files could not be read: ${shown.status} ${shown.code}, ${JSON.stringify(shown.body)}`)
    await pause(retryPauseMs)
  }
}
