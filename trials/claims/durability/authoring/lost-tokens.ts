import { pause } from '../../../harness/numbers.ts'
import { assemble, isStored, listBlobs } from './assembled.ts'
import type { Fleet, FleetNode } from './fleet.ts'
import { type Model, type Put, readFiles } from './models.ts'

export type Expected = Put & { model: Model }

export type Losses = {
  /** Confirmed and not in the repository that the row and the store make up. */
  inStore: number
  /** Confirmed and not shown, or shown with other content, by a node. */
  throughApi: number
  /** Repositories that git finds something wrong with. */
  broken: string[]
  looked: number
}

export const isLossless = ({ inStore, throughApi, broken }: Losses): boolean => inStore + throughApi + broken.length === 0

const groupByModel = (expected: readonly Expected[]): Map<Model, Expected[]> => Map.groupBy(expected, ({ model }) => model)

/** Compares what was confirmed with the repository that row and store make up, read by git, and with what a node shows. */
export const countLost = async (fleet: Fleet, expected: readonly Expected[], node: FleetNode, models: Model[]): Promise<Losses> => {
  const byModel = groupByModel(expected)
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
