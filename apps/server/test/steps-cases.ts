import type { Operations } from '@facet/contract'
import { onTestFinished, vi } from 'vitest'
import { enterDevMode, givenBranch } from './given-branch.ts'
import { chartOf, configOf, givenGrant, givenReportOf, givenWorkbook } from './given-content.ts'
import { givenDbtIntegration } from './given-dbt.ts'
import { plainReport } from './given-build.ts'
import { givenLaunch, givenSyncObject } from './given-dbt-sync.ts'
import { answerWith, type StandInEngine, startStandInEngine } from './given-engine.ts'
import { leaseFrom } from './given-meta.ts'
import { givenUpload, manifestOf } from './given-model.ts'
import { givenSession, givenToken } from './given-session.ts'
import { filterWidget, givenBoard, givenViewer } from './given-widgets.ts'
import type { GitHost } from './git-host.ts'
import { type Look, SlowFile } from './outside.ts'
import type { Actor, TestServer } from './server.ts'
import { creator } from './session-cases.ts'

/** The operations that say they go in steps. */
export type StepsOperationId = {
  [Id in keyof Operations]: Operations[Id] extends { database: 'steps' } ? Id : never
}[keyof Operations]

export type StepsGiven = { server: TestServer; host: GitHost; admin: Actor }

/**
 * Brings about a situation in which the operation has work outside of the database, and gives the call. What the caller alone
 * can wait for is a wait too: it says so to `look`.
 */
type StepsCase = (given: StepsGiven) => Promise<(look: Look) => Promise<unknown>>

const file = { path: 'model/orders.yml', content: 'cubes: []\n' }

/** A personal branch with a file that its parent does not have. */
const givenPending = async ({ admin }: StepsGiven): Promise<string> => {
  const branchName = await enterDevMode(admin)
  await admin.api.updateFiles({ params: admin, body: { branchName, files: [file] } })
  return branchName
}

/** A git remote that takes what is pushed there. */
const givenRemote = async ({ host, admin }: StepsGiven): Promise<void> => {
  await host.connect(admin)
  await admin.api.pull({ params: admin, body: { branchName: 'main' } })
}

const givenMeta = async (): Promise<StandInEngine> => {
  const engine = await startStandInEngine()
  engine.answer(answerWith(200, '{"cubes":[]}'))
  onTestFinished(engine.stop)
  return engine
}

const givenRows = async (): Promise<StandInEngine> => {
  const engine = await givenMeta()
  engine.answer(answerWith(200, '{"data":[],"annotation":{}}'))
  return engine
}

/** A published dashboard with a chart, shown to all embed users. */
const givenChart = async (server: TestServer, admin: Actor) => {
  const { params } = await givenWorkbook(admin)
  const reportId = await givenReportOf(admin, params, { meta: { kind: 'vega', spec: { mark: 'bar' } } })
  const config = configOf(chartOf(reportId))
  const { publicId } = await admin.api.publishDashboard({ params, body: { workbookId: params.workbookId, config } })
  await givenGrant(server, admin, params.workbookId, { grantee_kind: 'all_embed_users' }, 'view')
  return { params, config, dashboardPublicId: publicId }
}

const lookWhileCompiling = (server: TestServer, look: Look): void => {
  const { charts } = server.services().contexts.reading
  const { compile } = charts
  vi.spyOn(charts, 'compile').mockImplementation(async (...args) => {
    await look('a chart')
    return compile(...args)
  })
}

/** Every one of them: an operation without a case does not compile. */
export const stepsCases: Record<StepsOperationId, StepsCase> = {
  bootstrapDashboard: async ({ server, admin }) => {
    const { dashboardPublicId } = await givenChart(server, admin)
    const { sessionId } = await givenSession(admin)
    await server.query('delete from dashboard_charts where tenant_id = $1', [admin.tenantId])
    return async (look) => {
      lookWhileCompiling(server, look)
      await server.anonymous(admin).bootstrapDashboard({ body: { sessionId, dashboardPublicId } })
    }
  },
  commitChanges: async (given) => {
    await givenRemote(given)
    const branchName = await givenPending(given)
    return () => given.admin.api.commitChanges({ params: given.admin, body: { branchName, exitDevMode: true } })
  },
  connectRemote: async ({ host, admin }) => {
    await host.connect(admin)
    await admin.api.pull({ params: admin, body: {} })
    const { url } = await host.addRepository()
    return () => admin.api.connectRemote({ params: admin, body: { url, token: host.token } })
  },
  createBranch:
    async ({ admin }) =>
    () =>
      admin.api.createBranch({ params: admin, body: { name: 'feature', activate: true } }),
  deleteBranch: async ({ host, admin }) => {
    const branchName = await givenBranch(admin)
    await host.connect(admin)
    await admin.api.pushBranch({ params: admin, body: { branchName } })
    return () => admin.api.deleteBranch({ params: admin, query: { branchName, removeOnUpstream: true } })
  },
  getDbtSyncDiff: async ({ server, admin }) => {
    const syncJobId = await givenLaunch(server, admin)
    await givenSyncObject(server, admin, syncJobId, 'diff_json', '{}')
    return () => admin.api.getDbtSyncDiff({ params: { ...admin, syncJobId }, query: {} })
  },
  getDbtSyncReport: async ({ server, admin }) => {
    const syncJobId = await givenLaunch(server, admin)
    await givenSyncObject(server, admin, syncJobId, 'report', '{}')
    return () => admin.api.getDbtSyncReport({ params: { ...admin, syncJobId } })
  },
  streamWidgetData: async ({ server, admin }) => {
    const engine = await givenRows()
    const { dashboard, params } = await givenBoard(server, admin, [{ query: { measures: ['orders.count'] } }])
    const { api } = await givenViewer(server, admin)
    const body = { versionId: dashboard.versionId, widgetIds: ['chart-0'] }
    return async (look) => {
      leaseFrom(server, engine, () => look('engine'))
      for await (const { type } of api.streamWidgetData({ params, body })) await look(`line of ${type}`)
    }
  },
  uploadDbtManifest:
    async ({ admin }) =>
    () =>
      admin.api.uploadDbtManifest({ params: admin, body: {}, file: new Blob(['{}']) }),
  diffBranch:
    async ({ admin }) =>
    () =>
      admin.api.diffBranch({ params: { ...admin, branchName: 'main' }, query: {} }),
  disconnectRemote: async ({ host, admin }) => {
    await host.connect(admin)
    await admin.api.pull({ params: admin, body: {} })
    return () => admin.api.disconnectRemote({ params: admin })
  },
  exportContent:
    async ({ admin }) =>
    async (look) => {
      for await (const chunk of admin.api.exportContent({ params: admin })) await look(`${chunk.length} bytes`)
    },
  importContent:
    async ({ admin }) =>
    (look) =>
      admin.api.importContent({ params: admin, body: {}, file: new SlowFile(new Uint8Array(1024), look) }),
  exportAuditLogs:
    async ({ admin }) =>
    async (look) => {
      for await (const { operation } of admin.api.exportAuditLogs()) await look(`line about ${operation}`)
    },
  watchEmbedSession: async ({ server, admin }) => {
    const { api } = await givenToken(server, admin)
    return async (look) => {
      for await (const { type } of api.watchEmbedSession()) return look(`line of the type ${type}`)
    }
  },
  fileHashes:
    async ({ admin }) =>
    () =>
      admin.api.fileHashes({ params: admin }),
  finishUpload: async (given) => {
    const { admin } = given
    await givenRemote(given)
    const files = { [file.path]: file.content }
    const id = await givenUpload(admin, files)
    return () => admin.api.finishUpload({ params: admin, body: { transaction: { id }, files: manifestOf(files) } })
  },
  generateSession: async ({ admin }) => {
    await admin.api.updateTenantSettings({ body: { useCreatorMode: true } })
    return async (look) => {
      await givenSession(admin, { ...creator, groupDefinitions: [{ name: 'premium' }], groups: ['premium'] })
      await look('answer')
    }
  },
  getMeta: async (given) => {
    const engine = await givenMeta()
    return async (look) => {
      leaseFrom(given.server, engine, () => look('engine'))
      await given.admin.api.getMeta({ query: {} })
    }
  },
  listBranches:
    async ({ admin }) =>
    () =>
      admin.api.listBranches({ params: admin }),
  listFilterChoices: async ({ server, admin }) => {
    const engine = await givenRows()
    const { dashboard, params } = await givenBoard(server, admin, [], [filterWidget('status', { member: 'orders.status' })])
    const { api } = await givenViewer(server, admin)
    return async (look) => {
      leaseFrom(server, engine, () => look('engine'))
      await api.listFilterChoices({ params, body: { versionId: dashboard.versionId, widgetId: 'status' } })
    }
  },
  listFiles:
    async ({ admin }) =>
    () =>
      admin.api.listFiles({ params: admin, query: { withContent: true } }),
  mergeIntoParentBranch: async (given) => {
    await givenRemote(given)
    const branchName = await givenPending(given)
    const body = { branchName, deleteBranch: true, switchToParentBranch: true }
    return () => given.admin.api.mergeIntoParentBranch({ params: given.admin, body })
  },
  mergeToDefaultBranch: async (given) => {
    await givenRemote(given)
    const branchName = await givenPending(given)
    return () => given.admin.api.mergeToDefaultBranch({ params: given.admin, body: { branchName, removeBranchAfterMerge: true } })
  },
  pull: async ({ host, admin }) => {
    const { repository } = await host.connect(admin)
    await repository.commit('elsewhere', { 'model.yml': 'cubes: []\n' })
    return () => admin.api.pull({ params: admin, body: { branchName: 'elsewhere' } })
  },
  pushBranch: async ({ host, admin }) => {
    const branchName = await givenBranch(admin)
    await host.connect(admin)
    return () => admin.api.pushBranch({ params: admin, body: { branchName } })
  },
  queryMeta: async (given) => {
    const engine = await givenMeta()
    return async (look) => {
      leaseFrom(given.server, engine, () => look('engine'))
      await given.admin.api.queryMeta({ body: {} })
    }
  },
  publishDashboard: async ({ server, admin }) => {
    const { params, config } = await givenChart(server, admin)
    const body = { workbookId: params.workbookId, config: { ...config, title: 'Once more' } }
    return async (look) => {
      lookWhileCompiling(server, look)
      await admin.api.publishDashboard({ params, body })
    }
  },
  receivePushNotice: async ({ server, host, admin }) => {
    const { webhookUrl } = await host.connect(admin)
    const { pathname, search } = new URL(webhookUrl)
    const headers = { 'x-git-event': 'push' }
    return async () => {
      const { status } = await server.request({ headers: admin.headers }, `${pathname}${search}`, { method: 'POST', headers, json: {} })
      if (status !== 201) throw new Error(`The notice was answered with ${status}.`)
    }
  },
  removeFiles: async (given) => {
    const branchName = await givenPending(given)
    return () => given.admin.api.removeFiles({ params: given.admin, body: { branchName, files: [{ path: file.path }] } })
  },
  renameFiles: async (given) => {
    const branchName = await givenPending(given)
    const files = [{ path: file.path, newPath: 'model/sales.yml' }]
    return () => given.admin.api.renameFiles({ params: given.admin, body: { branchName, files } })
  },
  renewSession: async ({ server, admin }) => {
    const { api, externalId } = await givenToken(server, admin)
    const { sessionId } = await givenSession(admin, { externalId })
    return async (look) => {
      await api.renewSession({ body: { sessionId } })
      await look('answer')
    }
  },
  rotateDbtSshKey: async ({ server, host, admin }) => {
    await givenDbtIntegration(host, admin, server)
    return async (look) => {
      await admin.api.rotateDbtSshKey({ params: admin })
      await look('answer')
    }
  },
  setDbtIntegration: async ({ server, host, admin }) => {
    const { url } = await host.addRepository()
    const { remotes } = server.services().contexts.reading
    const { judge } = remotes
    return async (look) => {
      vi.spyOn(remotes, 'judge').mockImplementation(async (address) => {
        await look('look-up of the host')
        return judge(address)
      })
      await admin.api.setDbtIntegration({ params: admin, body: { url, token: host.token, targetSchema: 'analytics' } })
    }
  },
  // A repository that was never read is initialised before a branch is missing.
  setBranchStagingEnvironment:
    async ({ server, admin }) =>
    () =>
      server.outcome(admin, 'setBranchStagingEnvironment', { params: admin, body: { branchName: 'none', enabled: true } }),
  startDevMode:
    async ({ admin }) =>
    () =>
      admin.api.startDevMode({ params: admin, body: { branchName: 'main' } }),
  startUpload:
    async ({ admin }) =>
    () =>
      admin.api.startUpload({ params: admin, body: {} }),
  testConnection: async ({ server, admin }) => {
    const contexts = server.services().contexts.reading
    return async (look) => {
      vi.spyOn(contexts, 'testConnection').mockImplementation(async () => {
        await look('warehouse')
        return { ok: true, cause: null, message: 'The warehouse answers.', durationMs: 1 }
      })
      await admin.api.testConnection({ params: admin, body: {} })
    }
  },
  testDbtConnection: async ({ host, admin }) => {
    await givenDbtIntegration(host, admin)
    return () => admin.api.testDbtConnection({ params: admin, body: {} })
  },
  testRemote: async ({ host, admin }) => {
    await host.connect(admin)
    return () => admin.api.testRemote({ params: admin })
  },
  updateFiles: async ({ admin }) => {
    const branchName = await enterDevMode(admin)
    return () => admin.api.updateFiles({ params: admin, body: { branchName, files: [file] } })
  },
  uploadFile: async ({ admin }) => {
    const transaction = await givenUpload(admin)
    const body = { transaction, fileName: file.path }
    return () => admin.api.uploadFile({ params: admin, body, file: new Blob([file.content]) })
  },
  validateDataModel: async ({ server, admin }) => {
    const { modelCompiler } = server.services()
    return async (look) => {
      vi.spyOn(modelCompiler, 'compile').mockImplementation(async () => {
        await look('compiler')
        return plainReport
      })
      await admin.api.validateDataModel({ params: admin, query: {} })
    }
  },
}
