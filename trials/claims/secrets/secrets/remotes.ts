import { type GitServer, startGitServer } from '@facet/testkit/git'
import { type SshServer, startSshServer } from '@facet/testkit/ssh'
import type { ProcessWatch } from './processes.ts'
import type { Answer } from './recorder.ts'
import { bearer, json, type Stage } from './requests.ts'

/** Git hosts of the trial: an HTTPS host that echoes credentials at `/echo`, and an SSH host. */
export type GitHosts = {
  https: GitServer
  ssh: SshServer
  /** Reads the programs of the service while one of them waits for the host. */
  watchWith: (watch: ProcessWatch) => void
  close: () => Promise<void>
}

export const startGitHosts = async (): Promise<GitHosts> => {
  let watched: ProcessWatch | undefined
  const https = await startGitServer({
    host: 'localhost',
    intercept: ({ headers, url = '' }, response) => {
      watched?.look()
      if (!url.startsWith('/echo')) return false
      const said = `you sent ${headers.authorization}, which is ${Buffer.from(headers.authorization?.split(' ')[1] ?? '', 'base64').toString()}`
      response.writeHead(403, { 'content-type': 'text/plain' }).end(said)
      return true
    },
  })
  const ssh = await startSshServer()
  return {
    https,
    ssh,
    watchWith: (watch) => (watched = watch),
    close: async () => {
      await https.close()
      await ssh.close()
    },
  }
}

const webhookOf = (text: string): string[] => {
  const { webhookUrl } = json({ text })
  return typeof webhookUrl === 'string' ? [URL.parse(webhookUrl)?.searchParams.get('token') ?? ''] : []
}

type Asked = { about: string; method: string; path?: string; body?: unknown; gives?: (text: string) => string[] }

const asking =
  ({ recorder, adminKey, canaries }: Stage, deploymentId: number) =>
  async ({ path = '', ...ask }: Asked): Promise<Answer> => {
    const own = { path: `/build/api/v1/deployments/${deploymentId}/remote${path}`, headers: bearer(adminKey) }
    const answer = await recorder.ask({ ...ask, ...own })
    for (const token of ask.gives?.(answer.text) ?? []) canaries.learn('the token of push notices', token)
    return answer
  }

/** Does everything that makes the service start git. */
const useRemote = async ({ recorder, adminKey, mark }: Stage, deploymentId: number): Promise<Answer[]> => {
  const ask = (about: string, method: string, path: string, body: unknown): Promise<Answer> =>
    recorder.ask({ about, method, path: `/build/api/v1/deployments/${deploymentId}${path}`, headers: bearer(adminKey), body })
  return [
    await ask('a test of the remote', 'POST', '/remote/test', {}),
    await ask('a pull', 'POST', '/pull', {}),
    await ask('dev mode', 'POST', '/dev-mode', { branchName: 'main' }),
    await ask('a file', 'PUT', '/data-model/files', { files: [{ path: 'mark.yml', content: `cubes: [] # ${mark}\n` }] }),
    await ask('a commit', 'POST', '/commit', { message: mark, exitDevMode: true }),
    await ask('a push', 'POST', '/remote/push', {}),
  ]
}

/** Uses an HTTPS remote with a token, and then a remote that echoes the token. */
export const useHttpsRemote = async (stage: Stage, { https }: GitHosts, deploymentId: number): Promise<Answer[]> => {
  const ask = asking(stage, deploymentId)
  const { canaries, mark, recorder } = stage
  const repository = await https.addRepository(`${mark}.git`)
  await repository.commit('main', { 'model.yml': `cubes: [] # ${mark}\n` })
  const url = https.urlOf(`${mark}.git`)
  const token = canaries.next('remote-token')
  const connected = await ask({ about: 'a remote with a token', method: 'PUT', body: { url, token }, gives: webhookOf })
  const used = await useRemote(stage, deploymentId)
  const again = await ask({ about: 'a new address for notices', method: 'PUT', body: { url, newWebhook: true }, gives: webhookOf })
  const [noticeToken = ''] = webhookOf(again.text)
  const notice = await recorder.ask({
    about: 'a push notice',
    method: 'POST',
    path: `/build/api/v1/deployments/${deploymentId}/remote/push-notice?token=${noticeToken}`,
    headers: { 'x-git-event': 'push' },
    body: { ref: 'refs/heads/main' },
  })
  const echoed = [
    await ask({ about: 'a remote that echoes', method: 'PUT', body: { url: https.urlOf('echo.git'), token } }),
    await ask({ about: 'its test', method: 'POST', path: '/test', body: {} }),
  ]
  return [connected, ...used, again, notice, ...echoed, await ask({ about: 'the remote', method: 'GET' })]
}

/** Uses an SSH remote with a key pair of the service, which the host refuses at first. */
export const useSshRemote = async (stage: Stage, { ssh }: GitHosts, deploymentId: number): Promise<Answer[]> => {
  const ask = asking(stage, deploymentId)
  const repository = await ssh.addRepository(`${stage.mark}.git`)
  await repository.commit('main', { 'model.yml': 'cubes: []\n' })
  const body = { url: ssh.urlOf(repository, 'localhost') }
  const connected = await ask({ about: 'a remote with a key', method: 'PUT', body, gives: webhookOf })
  const refused = await ask({ about: 'a key nobody knows', method: 'POST', path: '/test', body: {} })
  const { sshPublicKey } = (json(connected)['remote'] ?? {}) as { sshPublicKey?: string }
  ssh.authorize(String(sshPublicKey).split('\n')[0] ?? '')
  return [connected, refused, ...(await useRemote(stage, deploymentId)), await ask({ about: 'the remote', method: 'GET' })]
}
