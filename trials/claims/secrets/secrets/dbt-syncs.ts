import { createHmac, randomBytes } from 'node:crypto'
import type { Client } from '@facet/client'
import { addPackage, addRepository, commitProject, packagesFile, pushManifest } from '../../../harness/dbt/projects.ts'
import { startSync, syncEnd } from '../../../harness/dbt/syncs.ts'
import { dbtNames, quietProject, showingProject, tellingProject } from './dbt-projects.ts'
import { setVariables } from './engine.ts'
import type { Warehouse } from './long-work.ts'
import type { Answer } from './recorder.ts'
import type { GitHosts } from './remotes.ts'
import { bearer, given, json, type Stage } from './requests.ts'

export type DbtGround = { client: Client; hosts: GitHosts; warehouse: Warehouse; makeDeployment: (name: string) => Promise<number> }

export type DbtAnswers = {
  /** Requests that must succeed. */
  answers: Answer[]
  /** Push notices with a wrong signature. */
  refused: Answer[]
  /** How each run ended: COMPLETED, or the code of its problem. */
  ends: Record<string, string>
}

/** A run that fails earlier would not reach the code that could leak. */
export const expectedEnds: Record<string, string> = {
  'from a notice, with packages and the catalog': 'COMPLETED',
  'from a host that shows what it was sent': 'repository_auth_failed',
  'over SSH, of a project that tells its secret': 'parse_failed',
  'of a project that would show its secret': 'secret_in_output',
  'of a manifest that was pushed': 'COMPLETED',
}

type Asked = {
  about: string
  method: string
  path: string
  body?: unknown
  headers?: Record<string, string>
  gives?: (text: string) => string[]
}

/** One deployment that dbt is synced to. */
const openDeployment = async ({ recorder, adminKey, canaries }: Stage, { client, warehouse, makeDeployment }: DbtGround, name: string) => {
  const deploymentId = await makeDeployment(`dbt ${name}`)
  const learned = (what: string): string => {
    const value = `${what.replaceAll(/[^a-z]+/gi, '-')}-${randomBytes(18).toString('hex')}`
    canaries.learn(what, value)
    return value
  }
  await setVariables(client, deploymentId, { ...warehouse, API_TOKEN: learned(dbtNames.variable) })
  const answers: Answer[] = []
  const ask = async ({ path, ...asked }: Asked): Promise<Answer> => {
    const answer = await recorder.ask({ headers: bearer(adminKey), ...asked, path: `/api/v1/deployments/${deploymentId}/${path}` })
    answers.push(answer)
    return answer
  }
  let isConnected = false
  const connect = async (settings: object): Promise<Record<string, unknown>> => {
    const connected = await ask({
      about: `dbt ${name}`,
      method: 'PUT',
      path: 'dbt-integration',
      body: { targetSchema: 'analytics', branch: 'main', variableNames: ['API_TOKEN'], ...settings },
      gives: given('webhookSecret'),
    })
    const told = json(connected)
    isConnected = true
    canaries.learn(dbtNames.webhook, String(told['webhookSecret']))
    return told
  }
  /** Waits for the end of a run and reads everything about it. */
  const follow = async (syncJobId: string): Promise<string> => {
    const { status, problem } = await syncEnd({ client, deploymentId, syncJobId, branchName: '' })
    const path = `dbt-sync/${syncJobId}`
    await ask({ about: `its status, ${name}`, method: 'GET', path })
    await ask({ about: `its log, ${name}`, method: 'GET', path: `${path}/log?first=100` })
    if (status === 'COMPLETED')
      for (const part of ['result', 'report', 'diff']) await ask({ about: `its ${part}, ${name}`, method: 'GET', path: `${path}/${part}` })
    await ask({ about: `runs, ${name}`, method: 'GET', path: 'dbt-sync' })
    if (isConnected) await ask({ about: `the integration, ${name}`, method: 'GET', path: 'dbt-integration' })
    return problem?.code ?? status
  }
  const sync = async (start: { manifestId?: string } = {}): Promise<string> =>
    follow((await startSync({ client, deploymentId }, start)).syncJobId)
  return { client, deploymentId, answers, ask, connect, follow, sync, newToken: () => learned(dbtNames.token) }
}

type Opened = Awaited<ReturnType<typeof openDeployment>>

const fromNotice = async ({ ask, connect, follow, newToken }: Opened, { https }: GitHosts, refused: Answer[]): Promise<string> => {
  const repository = await addRepository({ git: https })
  const after = await repository.change('a marker', { ...quietProject, ...packagesFile(await addPackage({ git: https })) })
  const { webhookSecret } = await connect({ url: repository.url, token: newToken(), pull: { hasCatalogTypes: true } })
  await ask({ about: 'a test of the repository', method: 'POST', path: 'dbt-integration/test-connection' })
  const notice = { ref: 'refs/heads/main', after }
  const tell = (secret: string): Promise<Answer> => {
    const signature = createHmac('sha256', secret).update(JSON.stringify(notice)).digest('hex')
    const headers = { 'x-git-event': 'push', 'x-facet-signature-256': `sha256=${signature}` }
    return ask({ about: 'a notice', method: 'POST', path: 'dbt-integration/push-notice', headers, body: notice })
  }
  refused.push(await tell('another secret'))
  return follow(String(json(await tell(String(webhookSecret)))['syncJobId']))
}

const overSsh = async ({ connect, sync }: Opened, { ssh }: GitHosts, mark: string): Promise<string> => {
  const repository = await ssh.addRepository(`${mark}-dbt.git`)
  await commitProject(repository, 'main', tellingProject)
  const { integration } = await connect({ url: ssh.urlOf(repository, 'localhost') })
  ssh.authorize(String((integration as { sshPublicKey?: string }).sshPublicKey).split('\n')[0] ?? '')
  return sync()
}

/** Runs syncs that receive every secret that a sync can receive. They end in each phase that could leak one. */
export const useDbtSyncs = async (stage: Stage, ground: DbtGround): Promise<DbtAnswers> => {
  const { hosts } = ground
  const refused: Answer[] = []
  const all: [string, (opened: Opened) => Promise<string>][] = [
    ['from a notice, with packages and the catalog', (opened) => fromNotice(opened, hosts, refused)],
    [
      'from a host that shows what it was sent',
      async ({ connect, sync, newToken }) => {
        await connect({ url: hosts.https.urlOf('echo.git'), token: newToken() })
        return sync()
      },
    ],
    ['over SSH, of a project that tells its secret', (opened) => overSsh(opened, hosts, stage.mark)],
    [
      'of a project that would show its secret',
      async ({ connect, sync, newToken }) => {
        const repository = await addRepository({ git: hosts.https })
        await repository.change('a marker', showingProject)
        await connect({ url: repository.url, token: newToken() })
        return sync()
      },
    ],
    ['of a manifest that was pushed', async (opened) => opened.sync({ manifestId: await pushManifest(opened, 'a marker') })],
  ]
  const done = await Promise.all(
    all.map(async ([name, run]) => {
      const opened = await openDeployment(stage, ground, name)
      return { name, end: await run(opened), answers: opened.answers }
    }),
  )
  return {
    answers: done.flatMap(({ answers }) => answers).filter((answer) => !refused.includes(answer)),
    refused,
    ends: Object.fromEntries(done.map(({ name, end }) => [name, end])),
  }
}
