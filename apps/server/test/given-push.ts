import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { createLog } from '#adapters/log'
import { roleNames } from '#config'
import type { Services } from '#context'
import { createRetries } from '#engine/modeling'
import { openServices } from '#process/services'
import type { GitHost, HostedRepository } from './git-host.ts'
import { enterDevMode } from './given-branch.ts'
import { givenUpload, manifestOf } from './given-model.ts'
import { type Actor, testConfig, type TestServer } from './server.ts'

/** One commit on `main`, by way of a personal branch; gives what is answered. */
export const commitOnMain = async (admin: Actor, path: string) => {
  const branchName = await enterDevMode(admin)
  await admin.api.updateFiles({ params: admin, body: { branchName, files: [{ path, content: `${path}\n` }] } })
  return admin.api.commitChanges({ params: admin, body: { branchName, message: path } })
}

/** The same by an upload that does not wait for git. */
export const uploadUnawaited = async (admin: Actor, path: string) => {
  const files = { [path]: `${path}\n` }
  const transaction = { id: await givenUpload(admin, files, { live: true }) }
  const body = { transaction, files: manifestOf(files), autoRemoveFiles: false, awaitGitOperations: false }
  return admin.api.finishUpload({ params: admin, body })
}

export const pushOf = async ({ api, deploymentId }: Actor) => (await api.getRemote({ params: { deploymentId } })).pushes[0]

/** Makes the remote refuse every push; returns a function that makes it accept pushes again. */
export const refusePushes = async ({ gitDir }: HostedRepository): Promise<() => Promise<void>> => {
  const file = join(gitDir, 'config')
  const config = await readFile(file, 'utf8')
  await writeFile(file, `${config}[receive]\n\tmaxInputSize = 1\n`)
  return () => writeFile(file, config)
}

/** A node looks once for pushes of this actor's deployment that are due; gives how many it tried. */
export const tryDue = async (admin: Actor, { pool, calls, pushes }: Services): Promise<number> => {
  const begun = await createRetries({
    pool,
    calls,
    pushes,
    isMine: ({ deploymentId }) => deploymentId === admin.deploymentId,
    onProblem: (error) => {
      throw error
    },
  })()
  await Promise.all(begun)
  return begun.length
}

/** What tests of pushes begin with, on a server and a git host of their own. */
export const usePushes = (host: GitHost, server: TestServer) => {
  const letBeDue = ({ deploymentId }: Actor) =>
    server.query("update remote_pushes set next_attempt_at = now() - interval '1 second' where deployment_id = $1 and state = 'pending'", [
      deploymentId,
    ])
  return {
    /** An administrator with a remote connected, whose `main` was pulled. */
    given: async () => {
      const admin = await server.admin()
      const connected = await host.connect(admin)
      const params = { deploymentId: admin.deploymentId }
      await admin.api.pull({ params, body: { branchName: 'main' } })
      return { ...connected, admin, api: admin.api, params }
    },
    /** Time goes by until the push may be tried again. */
    letBeDue,
    retry: async (admin: Actor, services: Services = server.services()): Promise<number> => {
      await letBeDue(admin)
      return tryDue(admin, services)
    },
    /** Another node that can push. It owns nothing, so that every request stays with the first. */
    /** Acts on data models and takes no requests: it owns none, so whatever it does is what a test asks of it. */
    secondNode: async () => {
      const config = testConfig(server.database().serviceUrl, host.settings)
      const { services, stop } = await openServices(config, createLog('silent'), roleNames)
      let stopped: Promise<void> | undefined
      const node = { services, stop: (): Promise<void> => (stopped ??= stop()) }
      onTestFinished(node.stop)
      return node
    },
    mainOf: async ({ deploymentId }: Actor): Promise<{ id: number; name: string }> => {
      const [branch] = await server.query<{ id: number }>("select id from branches where name = 'main' and deployment_id = $1", [
        deploymentId,
      ])
      return { id: Number(branch?.id), name: 'main' }
    },
  }
}
