import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { commitFolder, startGitServer } from '@facet/testkit/git'
import { generateProject } from './project.ts'

/** The git host of the trial: a dbt project, and a package of it that needs the same credential. */
export type DbtRemote = {
  url: string
  token: string
  caFile: string
  /** Commits the project with a change of its own; every head is another. */
  push: (branch: string) => Promise<string>
  close: () => Promise<void>
}

export const gitHost = 'localhost'

const packageProject = 'name: shared\nversion: 1.0.0\nconfig-version: 2\n'

export const openRemote = async (models: number): Promise<DbtRemote> => {
  const token = `gittoken-${randomBytes(12).toString('hex')}`
  const server = await startGitServer({ host: gitHost, token })
  const folder = mkdtempSync(join(tmpdir(), 'facet-dbt-project-'))
  const shared = await server.addRepository('shared.git')
  await shared.commit('main', { 'dbt_project.yml': packageProject })
  const repository = await server.addRepository('project.git')
  const project = generateProject(folder, models, server.urlOf('shared.git'))
  let changes = 0
  return {
    url: server.urlOf('project.git'),
    token,
    caFile: server.caFile,
    push: (branch) => {
      project.change(`Change ${++changes}`)
      return commitFolder(repository, branch, folder)
    },
    close: async () => {
      await server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
