import type { Client } from '@facet/client'
import type { FacetProcess, Installation, Tenant } from './installation.ts'

export type ModelFile = { path: string; content: string }

/** A cube of about a kilobyte. `mark` makes its versions differ. */
export const cubeFile = (number: number, mark: string): ModelFile => {
  const dimensions = Array.from(
    { length: 8 },
    (_, field) =>
      `      - name: field_${field}\n        sql: "{CUBE}.field_${field}"\n        type: string\n        title: Field ${field} of ${mark}\n`,
  )
  return {
    path: `model/cubes/area_${number % 50}/cube_${number}.yml`,
    content: `cubes:\n  - name: cube_${number}\n    sql_table: schema_${mark}.table_${number}\n    dimensions:\n${dimensions.join('')}`,
  }
}

export const cubeFiles = (count: number, mark: string): ModelFile[] => Array.from({ length: count }, (_, number) => cubeFile(number, mark))

/** A user with a personal branch of a deployment. */
export type Author = {
  api: Client
  process: FacetProcess
  deploymentId: number
  branchName: string
  tenant: Tenant
  put: (files: ModelFile[]) => Promise<void>
}

/** Creates a deployment and a personal branch. */
export const createAuthor = async (installation: Installation, process: FacetProcess, tenant: Tenant, name: string): Promise<Author> => {
  const api = installation.client(process, tenant)
  const { id: deploymentId } = await api.createDeployment({
    body: { name, cloudProvider: 'cubecloud', isManaged: true, region: 'local', targetPlatform: 'aws', creationStep: 'project' },
  })
  const { branchName } = await api.startDevMode({ params: { deploymentId }, body: { branchName: 'main' } })
  if (!branchName) throw new Error('Dev mode did not name its branch.')
  const put = async (files: ModelFile[]): Promise<void> => {
    await api.updateFiles({ params: { deploymentId }, body: { branchName, files } })
  }
  return { api, process, deploymentId, branchName, tenant, put }
}
