import { eachOf } from '../../../harness/each-of.ts'
import { assemble, isStored, listBlobs } from './assembled.ts'
import type { Fleet, FleetNode } from './fleet.ts'
import type { Known } from './fleet-clients.ts'
import { readFiles } from './models.ts'

const isSame = (one: Map<string, string>, other: Map<string, string>): boolean =>
  one.size === other.size && [...one].every(([path, content]) => other.get(path) === content)

const isSameInStore = (blobs: Map<string, string>, files: Map<string, string>): boolean =>
  blobs.size === files.size && [...files].every(([path, content]) => isStored(blobs, path, content))

/** Compares a data model with its expected content: as a node shows it, and as git reads it from the store. */
const findDifferences = async (fleet: Fleet, known: Known, node: FleetNode): Promise<string[]> => {
  const problems: string[] = []
  const repository = await assemble(fleet, known.deploymentId)
  try {
    problems.push(...repository.problems)
    for (const [branch, files] of [
      [known.branch, known.dev],
      ['main', known.main],
    ] as const) {
      const shown = await readFiles(fleet, node, { ...known, branch })
      if (!(shown instanceof Map) || !isSame(shown, files)) problems.push(`deployment ${known.deploymentId} shows another ${branch}`)
      if (!isSameInStore(await listBlobs(repository, branch), files))
        problems.push(`deployment ${known.deploymentId} keeps another ${branch}`)
    }
  } finally {
    repository.remove()
  }
  return problems
}

export const findAllDifferences = async (fleet: Fleet, all: Known[]): Promise<string[]> => {
  const nodeAt = (index: number): FleetNode => fleet.nodes[index % fleet.nodes.length] as FleetNode
  return (await eachOf(all, 4, (known, index) => findDifferences(fleet, known, nodeAt(index)))).flat()
}
