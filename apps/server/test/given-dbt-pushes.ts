import type { DbtPushNoticeResponse } from '@facet/contract'
import type { GitHost } from './git-host.ts'
import { givenDbtIntegration } from './given-dbt.ts'
import { pushNotice, type SentNotice, type ToldPush } from './push-notices.ts'
import type { Actor, TestServer } from './server.ts'
import { setVariables } from './variables.ts'

export const pushNoticePath = (deploymentId: number) => `/api/v1/deployments/${deploymentId}/dbt-integration/push-notice`

/** dbt repositories of a host that tells of pushes. */
export const useDbtPushes = (host: Pick<GitHost, 'addRepository' | 'token'>, server: TestServer) => {
  /** A notice on the wire, whatever it holds. */
  const deliver = (actor: Pick<Actor, 'headers'>, deploymentId: number, { headers, text }: SentNotice): Promise<Response> =>
    fetch(`${server.url()}${pushNoticePath(deploymentId)}`, {
      method: 'POST',
      headers: { ...actor.headers, 'content-type': 'application/json', ...headers },
      body: text,
    })

  const given = async (settings: { branch?: string; reviewRecipients?: string[] } = {}) => {
    const owner = await server.admin()
    await setVariables(owner, { name: 'CUBEJS_DB_TYPE', value: 'postgres' })
    const { params, webhookSecret, repository } = await givenDbtIntegration(host, owner)
    const body = { url: repository.url, token: host.token, targetSchema: 'analytics', ...settings }
    if (Object.keys(settings).length > 0) await owner.api.setDbtIntegration({ params, body })
    const post = (notice: SentNotice) => deliver(owner, owner.deploymentId, notice)
    const told = async (response: Response) => ({ status: response.status, ...((await response.json()) as Partial<DbtPushNoticeResponse>) })
    return {
      owner,
      params,
      secret: webhookSecret,
      post,
      push: async (push: ToldPush = {}, from = 'GitHub') => {
        const response = await post(pushNotice(from, webhookSecret, push))
        return { code: response.status, ...((await response.json()) as DbtPushNoticeResponse) }
      },
      refusal: async (notice: SentNotice) => told(await post(notice)),
      runs: async () => (await owner.api.listDbtSyncs({ params })).items,
    }
  }

  return { deliver, given }
}
