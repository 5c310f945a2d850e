import { randomBytes } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Client } from '@facet/client'
import { commitFolder, type TestRepository } from '@facet/testkit/git'
import { newDeployment } from '../embedding.ts'
import { warehouseVariables } from '../hosting/stage.ts'
import type { SyncStage } from './sync-stage.ts'

/** A deployment to sync dbt to. */
export type SyncDeployment = { client: Client; deploymentId: number }

const shop = join(import.meta.dirname, '../../../packages/dbt-convert/test/projects/shop')
const notOfProject = ['manifest.json', 'catalog.json', 'expected']

export const addSyncDeployment = async (
  { installation }: Pick<SyncStage, 'installation'>,
  client: Client,
  name: string,
): Promise<SyncDeployment> => {
  const { id: deploymentId } = await client.createDeployment({ body: newDeployment(name) })
  const variables = Object.entries(warehouseVariables(installation)).map(([key, value]) => ({ name: key, value }))
  await client.setEnvVariables({ params: { deploymentId }, body: { env_variables: variables } })
  return { client, deploymentId }
}

/** A dbt repository on the git host of the stage. */
export type DbtRepository = {
  url: string
  /** Commits the shop with this text as the description of a model, and these files. */
  change: (text: string, files?: Record<string, string>, branch?: string) => Promise<string>
}

/** Makes the project require a package from the same host with the same credential. */
export const packagesFile = (url: string): Record<string, string> => ({
  'packages.yml': `packages:\n  - git: ${JSON.stringify(url)}\n    revision: main\n    warn-unpinned: false\n`,
})

const writeProject = (folder: string, files: Record<string, string>): void => {
  cpSync(shop, folder, { recursive: true })
  for (const name of notOfProject) rmSync(join(folder, name), { recursive: true, force: true })
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

/** Commits the shop with these files. */
export const commitProject = async (repository: TestRepository, branch: string, files: Record<string, string>): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'facet-dbt-project-'))
  try {
    writeProject(folder, files)
    return await commitFolder(repository, branch, folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const changed = (text: string): Record<string, string> => ({
  'models/marts/changed.sql': 'select 1 as id',
  'models/marts/changed.yml': `models:\n  - name: changed\n    description: ${JSON.stringify(text)}\n    columns: [{ name: id, data_type: bigint }]\n`,
})

export const addRepository = async ({ git }: Pick<SyncStage, 'git'>): Promise<DbtRepository> => {
  const name = `${randomBytes(6).toString('hex')}.git`
  const repository = await git.addRepository(name)
  return {
    url: git.urlOf(name),
    change: (text, files = {}, branch = 'main') => commitProject(repository, branch, { ...changed(text), ...files }),
  }
}

/** A repository with a package, which needs the credential of the host. */
export const addPackage = async ({ git }: Pick<SyncStage, 'git'>): Promise<string> => {
  const name = `${randomBytes(6).toString('hex')}.git`
  const repository = await git.addRepository(name)
  await repository.commit('main', { 'dbt_project.yml': 'name: shared\nversion: 1.0.0\nconfig-version: 2\n' })
  return git.urlOf(name)
}

/** Connects a deployment to a new dbt repository. */
export const connectRepository = async (stage: SyncStage, { client, deploymentId }: SyncDeployment): Promise<DbtRepository> => {
  const repository = await addRepository(stage)
  const body = { url: repository.url, token: stage.gitToken, targetSchema: 'analytics' }
  await client.setDbtIntegration({ params: { deploymentId }, body })
  return repository
}

/** Uploads the manifest of the shop with another description of one model. Such a sync runs no dbt. */
export const pushManifest = async ({ client, deploymentId }: SyncDeployment, text: string): Promise<string> => {
  const manifest = JSON.parse(readFileSync(join(shop, 'manifest.json'), 'utf8')) as { nodes: Record<string, { description: string }> }
  const orders = manifest.nodes['model.shop.orders']
  if (!orders) throw new Error('The shop lacks the model "orders".')
  orders.description = text
  const file = new Blob([JSON.stringify(manifest)])
  return (await client.uploadDbtManifest({ params: { deploymentId }, body: {}, file })).manifestId
}
