import type { Client } from '@facet/client'

/** Contents by path from the root of the repository. */
export type ModelFiles = Readonly<Record<string, string>>

/** Where a sync writes unless it is told otherwise. */
export const outputPath = 'model/cubes/dbt'

type Entry = { path: string; type: 'file' | 'directory'; content?: string; children?: Entry[] }

const flat = (entries: readonly Entry[]): [string, string][] =>
  entries.flatMap(({ path, type, content = '', children = [] }): [string, string][] =>
    type === 'file' ? [[path.replace(/^\//, ''), content]] : flat(children),
  )

export const filesOn = async (client: Client, deploymentId: number, branchName: string): Promise<ModelFiles> => {
  const { data } = await client.listFiles({ params: { deploymentId }, query: { branchName, withContent: true } })
  return Object.fromEntries(flat(data as Entry[]))
}

export const generatedAmong = (files: ModelFiles): ModelFiles =>
  Object.fromEntries(Object.entries(files).filter(([path]) => path.startsWith(`${outputPath}/`)))
