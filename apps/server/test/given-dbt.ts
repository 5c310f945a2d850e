import type { GitHost, HostedRepository } from './git-host.ts'
import type { Actor, TestServer } from './server.ts'

/**
 * A dbt integration with a repository of this host. With a server it is turned to an address over SSH behind the API's back: to set one, a
 * host would have to show its keys.
 */
export const givenDbtIntegration = async (
  host: Pick<GitHost, 'addRepository' | 'token'>,
  { api, deploymentId }: Pick<Actor, 'api' | 'deploymentId'>,
  overSsh?: Pick<TestServer, 'database'>,
): Promise<{ params: { deploymentId: number }; repository: HostedRepository; webhookSecret: string }> => {
  const params = { deploymentId }
  const repository = await host.addRepository()
  const body = { url: repository.url, token: host.token, targetSchema: 'analytics' }
  const { webhookSecret } = await api.setDbtIntegration({ params, body })
  await overSsh
    ?.database()
    .query(`update dbt_integrations set url = 'git@localhost:dbt.git', token_sealed = null where deployment_id = $1`, [deploymentId])
  return { params, repository, webhookSecret: webhookSecret ?? '' }
}
