import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { type GitServer, startGitServer } from '@facet/testkit/git'
import type { Settings } from '../installation.ts'
import { type HostingStage, openStage } from '../hosting/stage.ts'

/** The stage of builds, with dbt and a git host for dbt projects. */
export type SyncStage = HostingStage & {
  git: GitServer
  gitToken: string
  /** Holds fetches from the git host until `release`. */
  holdFetches: () => { release: () => void }
}

/** Holds fetches back on demand. */
const createHold = () => {
  let held: Promise<null> | null = null
  return {
    intercept: async (request: IncomingMessage): Promise<boolean> => {
      if (held === null || request.url?.endsWith('/git-upload-pack') !== true) return false
      await held
      // The client may have disconnected: git would wait for the rest of its request.
      return request.destroyed
    },
    hold: () => {
      const end = Promise.withResolvers<null>()
      held = end.promise
      const release = (): void => {
        held = null
        end.resolve(null)
      }
      return { release }
    },
  }
}

const dbtFolder = (): string => {
  const folder = process.env['FACET_DBT_FOLDER']
  if (!folder) throw new Error('No dbt is installed. Run tools/setup, then: . tools/env')
  return folder
}

export const openSyncStage = async (settings: Settings = {}): Promise<SyncStage> => {
  const gitToken = `gittoken-${randomBytes(12).toString('hex')}`
  const { intercept, hold } = createHold()
  const git = await startGitServer({ host: 'localhost', token: gitToken, intercept })
  try {
    const stage = await openStage({
      FACET_DBT_FOLDER: dbtFolder(),
      FACET_ALLOW_PRIVATE_HOSTS: '127.0.0.1,localhost',
      FACET_REMOTE_CA_FILE: git.caFile,
      ...settings,
    })
    const close = async (): Promise<void> => {
      await stage.close()
      await git.close()
    }
    return { ...stage, git, gitToken, holdFetches: hold, close }
  } catch (error) {
    await git.close()
    throw error
  }
}
