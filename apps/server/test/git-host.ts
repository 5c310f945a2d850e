import { randomBytes } from 'node:crypto'
import { type GitServer, startGitServer, type TestRepository } from '@facet/testkit/git'
import { afterAll, beforeAll } from 'vitest'
import type { Actor } from './server.ts'

/** A repository on the host, and what the API is told to connect to it. */
export type HostedRepository = TestRepository & { url: string }

/** `isHeld` resolves when a request waits; `release` lets it go on. */
type Hold = { isHeld: Promise<null>; release: () => void }

export type GitHost = {
  /** For `useServer`, which is to come after this: what lets a server reach the host. */
  settings: Record<string, string>
  token: string
  server: () => GitServer
  /** Keeps one request of a fetch waiting until `release`, after letting so many pass. */
  holdFetch: (passing?: number) => Hold
  /** The same with what a push sends. */
  holdPush: () => Hold
  addRepository: () => Promise<HostedRepository>
  /** A new repository with these files on `main`, connected to the actor's deployment. */
  connect: (
    actor: Pick<Actor, 'api' | 'deploymentId'>,
    files?: Record<string, string>,
  ) => Promise<{ repository: HostedRepository; webhookUrl: string; head: string }>
}

/** A request that `hold` keeps waiting: of this service, after so many others. */
type HeldRequest = { service: string; passing: number; arrived: () => void; released: Promise<null> }

type SharedHost = { token: string; server: GitServer; hold: (request: HeldRequest | null) => void }

const startSharedHost = async (): Promise<SharedHost> => {
  const token = `gittoken-${randomBytes(12).toString('hex')}`
  let held: HeldRequest | null = null
  const server = await startGitServer({
    host: 'localhost',
    token,
    intercept: async ({ url = '', method }) => {
      if (!held || method !== 'POST' || !url.endsWith(`/${held.service}`)) return false
      if (held.passing-- > 0) return false
      const { arrived, released } = held
      held = null
      arrived()
      await released
      return false
    },
  })
  server.unref()
  return {
    token,
    server,
    hold: (request) => {
      held = request
    },
  }
}

let sharedHost: Promise<SharedHost> | undefined

/** A git host over HTTPS that accepts one token. The files of one worker share the host; each test adds repositories of its own. */
export const useGitHost = (): GitHost => {
  const settings: Record<string, string> = { FACET_ALLOW_PRIVATE_HOSTS: 'localhost' }
  let host: SharedHost | undefined
  const running = (): SharedHost => {
    if (!host) throw new Error('The git host runs while the tests of the file run, not before or after.')
    return host
  }
  const server = (): GitServer => running().server

  beforeAll(async () => {
    sharedHost ??= startSharedHost()
    host = await sharedHost
    settings['FACET_REMOTE_CA_FILE'] = host.server.caFile
  })
  afterAll(() => host?.hold(null))

  const hold = (service: string, passing: number): Hold => {
    const arrival = Promise.withResolvers<null>()
    const end = Promise.withResolvers<null>()
    running().hold({ service, passing, arrived: () => arrival.resolve(null), released: end.promise })
    return { isHeld: arrival.promise, release: () => end.resolve(null) }
  }
  const addRepository = async (): Promise<HostedRepository> => {
    const name = `${randomBytes(6).toString('hex')}.git`
    const repository = await server().addRepository(name)
    return { ...repository, url: server().urlOf(name) }
  }
  return {
    settings,
    get token() {
      return running().token
    },
    server,
    holdFetch: (passing = 0) => hold('git-upload-pack', passing),
    holdPush: () => hold('git-receive-pack', 0),
    addRepository,
    connect: async ({ api, deploymentId }, files) => {
      const repository = await addRepository()
      const head = await repository.commit('main', files ?? { 'model.yml': 'cubes: []\n' })
      const { webhookUrl } = await api.connectRemote({ params: { deploymentId }, body: { url: repository.url, token: running().token } })
      return { repository, webhookUrl: webhookUrl ?? '', head }
    },
  }
}
