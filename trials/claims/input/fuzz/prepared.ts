import { createHash, randomBytes } from 'node:crypto'
import type { Client } from '@facet/client'
import { type OperationShape, operations } from '@facet/contract'
import type { GitServer } from '@facet/testkit/git'
import { placeOf } from '../../../harness/embedding.ts'
import { deriveRequests } from './derived-requests.ts'
import { prepareContent } from './prepared-content.ts'
import type { Prepare, Prepared, PreparedRequests } from './prepared-request.ts'
import type { Stand } from './stand.ts'

const file = (name: string) => ({ path: `notes/${name}.md`, content: `${name}\n` })
const sha1Of = (content: string): string => createHash('sha1').update(content).digest('hex')

const multipart = (fields: Record<string, string>, content: string): Prepared => {
  const boundary = `stand${randomBytes(8).toString('hex')}`
  const part = (head: string, value: string): string => `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${value}\r\n`
  const parts = Object.entries(fields).map(([name, value]) => part(`name="${name}"`, value))
  const body = `${parts.join('')}${part('name="file"; filename="file"', content)}--${boundary}--\r\n`
  return { body: Buffer.from(body), headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } }
}

// Long enough to mint, exchange and open a session on a busy machine.
const watchedForMs = 2000

/** Pending sessions and valid tokens. */
const prepareEmbedding = (api: Client, stand: Stand, next: () => string) => {
  const user = async (): Promise<{ deploymentId: number; externalId: string }> => ({
    deploymentId: await stand.standing.deploymentId(),
    externalId: `viewer-${next()}`,
  })
  const session = async (body?: { deploymentId: number; externalId: string }): Promise<string> =>
    (await api.generateSession({ body: body ?? (await user()) })).sessionId
  const registered = async (): Promise<Prepared> => {
    const { bucket, id } = placeOf(await session())
    return { params: { embedSessionId: `${bucket}-${id}` } }
  }
  const mint: Prepare = async () => ({ body: await user() })
  return {
    generateSession: mint,
    dryRunSession: mint,
    exchangeSession: async () => ({ body: { sessionId: await session() } }),
    renewSession: async () => {
      const same = await user()
      const { token } = await api.exchangeSession({ body: { sessionId: await session(same) } })
      return { body: { sessionId: await session(same) }, headers: { authorization: `Bearer ${token}` } }
    },
    watchEmbedSession: async () => {
      // The stream ends when the key of the session expires.
      const expiresAt = new Date(Date.now() + watchedForMs).toISOString()
      const { secret } = await api.createApiKey({ body: { name: `watching-${next()}`, expiresAt } })
      const { sessionId } = await api.generateSession({ body: await user() }, { headers: { authorization: `Bearer ${secret}` } })
      const { token } = await api.exchangeSession({ body: { sessionId } })
      return { headers: { authorization: `Bearer ${token}` } }
    },
    getEmbedSession: registered,
    revokeEmbedSession: registered,
    revokeEmbedSessions: async () => {
      const same = await user()
      await session(same)
      return { body: { externalId: same.externalId } }
    },
    // Created by a session request, because no operation creates only an embed tenant.
    deleteEmbedTenant: async () => {
      const embedTenantName = `stand-${next()}`
      await api.generateSession({ body: { ...(await user()), embedTenantName } })
      return { params: { embedTenantName } }
    },
    addEmbedGroupMembers: async () => ({ body: { members: [{ externalId: `member-${next()}` }] } }),
    removeEmbedGroupMembers: async () => ({ body: { members: [{ externalId: `member-${next()}` }] } }),
  } satisfies PreparedRequests['of']
}

// A deployment has at most 100 uploads open and 1,000 branches.
const maxUses = 60

/** Branches with changes, and open uploads. */
const prepareModels = (api: Client, newDeployment: () => Promise<number>, next: () => string) => {
  let place: { params: { deploymentId: number }; uses: number } | undefined
  const takePlace = async (): Promise<{ deploymentId: number }> => {
    if (!place || place.uses >= maxUses) place = { params: { deploymentId: await newDeployment() }, uses: 0 }
    place.uses++
    return place.params
  }
  const shared = async () => {
    const [params, branchName] = [await takePlace(), `stand-${next()}`]
    await api.createBranch({ params, body: { name: branchName } })
    return { params, branchName }
  }
  const personal = async () => {
    const params = await takePlace()
    const { branchName } = await api.startDevMode({ params, body: { branchName: 'main', fresh: true } })
    if (branchName == null) throw new Error('Dev mode has no branch.')
    const { path, content } = file(next())
    await api.updateFiles({ params, body: { branchName, files: [{ path, content }] } })
    return { params, branchName, path }
  }
  const upload = async () => {
    const { params, branchName } = await personal()
    const { transaction } = await api.startUpload({ params, query: { branchName }, body: {} })
    return { params, branchName, id: transaction.id }
  }
  const onMain: Prepare = async () => ({ params: await takePlace(), query: { branchName: 'main' } })
  const onPersonal: Prepare = async () => {
    const { params, branchName } = await personal()
    return { params, body: { branchName } }
  }
  const changing =
    (change: (path: string) => object): Prepare =>
    async () => {
      const { params, branchName, path } = await personal()
      return { params, body: { branchName, files: [change(path)] } }
    }
  return {
    listFiles: onMain,
    fileHashes: onMain,
    commitChanges: onPersonal,
    mergeIntoParentBranch: onPersonal,
    mergeToDefaultBranch: onPersonal,
    pull: onPersonal,
    createBranch: async () => ({ params: await takePlace(), body: { name: `stand-${next()}`, from: 'main' } }),
    startDevMode: async () => ({ params: await takePlace(), body: { branchName: 'main' } }),
    deleteBranch: async () => {
      const { params, branchName } = await shared()
      return { params, query: { branchName, removeOnUpstream: 'false' } }
    },
    setBranchStagingEnvironment: async () => {
      const { params, branchName } = await shared()
      return { params, body: { branchName, branchId: null, enabled: true } }
    },
    diffBranch: async () => {
      const { params, branchName } = await personal()
      return { params: { ...params, branchName }, query: { base: 'main' } }
    },
    updateFiles: changing(() => file(next())),
    removeFiles: changing((path) => ({ path })),
    renameFiles: changing((path) => ({ path, newPath: file(next()).path })),
    startUpload: async () => {
      const { params, branchName } = await personal()
      return { params, query: { branchName }, body: { branchName } }
    },
    uploadFile: async () => {
      const { params, branchName, id } = await upload()
      const { path, content } = file(next())
      return { params, query: { branchName }, ...multipart({ transaction: id, fileName: path }, content) }
    },
    finishUpload: async () => {
      const { params, branchName, id } = await upload()
      const { path, content } = file(next())
      await api.uploadFile({ params, body: { transaction: id, fileName: path }, file: new Blob([content]) })
      return { params, query: { branchName }, body: { branchName, transaction: { id }, files: { [path]: { hash: sha1Of(content) } } } }
    },
  } satisfies PreparedRequests['of']
}

/** A git host, and deployments that are connected to it. */
const prepareRemotes = async (api: Client, newDeployment: () => Promise<number>, host: GitServer, next: () => string) => {
  const params = { deploymentId: await newDeployment() }
  const repository = async (): Promise<string> => {
    const name = `${next()}.git`
    await (await host.addRepository(name)).commit('main', { 'notes.md': `${name}\n` })
    return host.urlOf(name)
  }
  const connect = async (deploymentId: number): Promise<string> => {
    const { webhookUrl } = await api.connectRemote({ params: { deploymentId }, body: { url: await repository(), newWebhook: true } })
    return URL.parse(webhookUrl ?? '')?.searchParams.get('token') ?? ''
  }
  const onConnected: Prepare = async () => ({ params })
  // A new deployment, because reconnecting a remote aborts its current transfers.
  const connectFresh = async (): Promise<{ deploymentId: number; token: string }> => {
    const deploymentId = await newDeployment()
    return { deploymentId, token: await connect(deploymentId) }
  }
  const integrate = async () => {
    const of = { params: { deploymentId: await newDeployment() } }
    const { webhookSecret } = await api.setDbtIntegration({ ...of, body: { url: await repository(), targetSchema: 'analytics' } })
    return { ...of, webhookSecret: webhookSecret ?? '' }
  }
  const integrated = async () => ({ params: (await integrate()).params })
  const syncable = async () => {
    const { params: of, webhookSecret } = await integrate()
    await api.setEnvVariables({ params: of, body: { env_variables: [{ name: 'CUBEJS_DB_TYPE', value: 'postgres' }] } })
    return { params: of, webhookSecret }
  }
  const toSync = async () => ({ params: (await syncable()).params, body: {} })
  const launched = async () => {
    const { params: of } = await syncable()
    const { syncJobId } = await api.startDbtSync({ params: of, body: {} })
    return { params: { ...of, syncJobId } }
  }
  await connect(params.deploymentId)
  // Both sides have commits, so a push needs a pull first.
  await api.pull({ params, body: {} })
  return {
    setDbtIntegration: async () => ({
      params: { deploymentId: await newDeployment() },
      body: { url: await repository(), targetSchema: 'analytics' },
    }),
    getDbtIntegration: integrated,
    deleteDbtIntegration: integrated,
    testDbtConnection: async () => ({ ...(await integrated()), body: {} }),
    rotateDbtWebhookSecret: integrated,
    importContent: async () => ({ params, ...multipart({}, '\0'.repeat(1024)) }),
    uploadDbtManifest: async () => ({ params: { deploymentId: await newDeployment() }, ...multipart({}, '{"metadata":{},"nodes":{}}') }),
    listDbtSyncs: async () => ({ params: { deploymentId: (await launched()).params.deploymentId } }),
    startDbtSync: toSync,
    previewDbtSync: toSync,
    getDbtSyncStatus: launched,
    getDbtSyncResult: launched,
    getDbtSyncLog: launched,
    getDbtSyncDiff: launched,
    getDbtSyncReport: launched,
    cancelDbtSync: launched,
    receiveDbtPushNotice: async () => {
      const { params: of, webhookSecret } = await syncable()
      const body = { ref: 'refs/heads/main', after: randomBytes(20).toString('hex') }
      return { params: of, body, headers: { 'x-git-event': 'push', 'x-gitlab-token': webhookSecret } }
    },
    connectRemote: async () => ({ params: { deploymentId: await newDeployment() }, body: { url: await repository() } }),
    disconnectRemote: async () => ({ params: { deploymentId: (await connectFresh()).deploymentId } }),
    getRemote: onConnected,
    testRemote: onConnected,
    pushBranch: async () => ({ params, body: { branchName: 'main' } }),
    receivePushNotice: async () => {
      const { deploymentId, token } = await connectFresh()
      return { params: { deploymentId }, query: { token }, body: { ref: 'refs/heads/main' }, headers: { 'x-git-event': 'push' } }
    },
  } satisfies PreparedRequests['of']
}

/** The environment that each deployment has. */
const prepareEnvironments = (api: Client, newDeployment: () => Promise<number>) => {
  const onProduction = async () => {
    const deploymentId = await newDeployment()
    const { items } = await api.getDeploymentEnvironments({ params: { deploymentId } })
    const [production] = items
    if (!production) throw new Error('The deployment has no environment.')
    return { params: { deploymentId, environmentId: production.id } }
  }
  const making: Prepare = async () => ({ ...(await onProduction()), body: { security_context: { region: 'eu' } } })
  return {
    createDeploymentEnvironmentToken: making,
    createDeploymentEnvironmentTokenForMetaSync: making,
    getDeploymentEnvironmentTokens: onProduction,
  } satisfies PreparedRequests['of']
}

export const prepareRequests = async (api: Client, stand: Stand, host: GitServer): Promise<PreparedRequests> => {
  let made = 0
  const next = (): string => `${++made}-${randomBytes(4).toString('hex')}`
  const reserved = new Set<number>()
  const newDeployment = async (): Promise<number> => {
    const deploymentId = await stand.fresh.deploymentId()
    reserved.add(deploymentId)
    return deploymentId
  }
  const prepared: PreparedRequests['of'] = {
    ...prepareEmbedding(api, stand, next),
    ...prepareModels(api, newDeployment, next),
    ...(await prepareRemotes(api, newDeployment, host, next)),
    ...prepareEnvironments(api, newDeployment),
    ...prepareContent(api, stand, newDeployment, next),
    getMeta: async () => ({ query: { deploymentId: String(await newDeployment()) } }),
    queryMeta: async () => ({ body: { selectors: { deploymentId: await newDeployment() } } }),
    createUser: async () => {
      const username = `person-${next()}`
      return { body: { email: `${username}@fuzz.test`, username } }
    },
    bulkUserAction: async () => ({ body: { action: 'DEACTIVATE', userIds: [await stand.fresh.userId()] } }),
    upsertUserAttributeValue: async () => ({
      body: {
        userId: String(await stand.standing.userId()),
        userAttributeId: String(await stand.standing.userAttributeId()),
        value: null,
      },
    }),
  }
  const ground = { api, deploymentId: newDeployment, embedTenantName: stand.embedTenantName, next }
  const derived = deriveRequests(Object.values<OperationShape>(operations), prepared, ground)
  return { isReserved: (deploymentId) => reserved.has(deploymentId), of: { ...derived, ...prepared } }
}
