import { createAuthor, cubeFile, cubeFiles, type ModelFile } from '../../../../harness/author.ts'
import type { RequestKind } from '../requests.ts'
import type { Scene } from '../scene.ts'
import { headersOf, type TenantLoad, type Stage } from '../stage.ts'

const connections = 4
// Just below the limits for one comparison and for one file.
const largeFileCount = 15
const cubesPerFile = 1000

type Written = { deploymentId: number; branchInPath: string }

export const diffing = (party: TenantLoad, { deploymentId, branchInPath }: Written): RequestKind => ({
  name: 'diff',
  method: 'GET',
  path: `/build/api/v1/deployments/${deploymentId}/branches/${branchInPath}/diff?base=main`,
  headers: headersOf(party),
})

const givenModel = async ({ installation, node, neighbour }: Stage, name: string, saves: ModelFile[][]): Promise<Written> => {
  const { deploymentId, branchName, put } = await createAuthor(installation, node(), neighbour.tenant, name)
  for (const files of saves) await put(files)
  return { deploymentId, branchInPath: encodeURIComponent(branchName) }
}

/** A data model of ordinary size, on a branch that created it. */
export const givenOrdinaryModel = (stage: Stage, name: string): Promise<Written> => givenModel(stage, name, [cubeFiles(100, 'ordinary')])

const largeFile = (number: number): ModelFile => ({
  path: `model/cubes/large_${number}.yml`,
  content: `cubes:\n${Array.from({ length: cubesPerFile }, (_, cube) => cubeFile(number * cubesPerFile + cube, 'large').content.slice('cubes:\n'.length)).join('')}`,
})

/** Repeated diffs of the largest possible data model. */
export const largeDiffs: Scene = {
  name: 'large-diffs',
  prepare: async (stage) => {
    const large = Array.from({ length: largeFileCount }, (_, number) => [largeFile(number)])
    return {
      twin: { kinds: [diffing(stage.neighbour, await givenOrdinaryModel(stage, 'Beside large'))], connections },
      attack: { kinds: [diffing(stage.neighbour, await givenModel(stage, 'Large', large))], connections },
    }
  },
}
