import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { givenDbtRun } from './dbt.ts'
import type { GitHost } from './git-host.ts'
import { givenDbtIntegration } from './given-dbt.ts'
import { loaderOf } from './given-queries.ts'
import { givenToken } from './given-session.ts'
import { awaitBuild, readFromWarehouse, useWarehouse } from './given-warehouse.ts'
import { cloneToPush, tellOfPushes } from './pushing.ts'
import type { TestServer } from './server.ts'

const orders = {
  measures: ['dbt_orders.count', 'dbt_orders.total_amount'],
  dimensions: ['dbt_orders.status'],
  order: { 'dbt_orders.status': 'asc' },
}
const ofOrders = [
  { 'dbt_orders.status': 'open', 'dbt_orders.count': '1', 'dbt_orders.total_amount': '100.00' },
  { 'dbt_orders.status': 'paid', 'dbt_orders.count': '2', 'dbt_orders.total_amount': '42.00' },
]
const refunds = { measures: ['dbt_refunds.total_amount'] }

const withRefunds = {
  'models/marts/refunds.sql': 'select 1 as refund_id, 5.0 as amount',
  'models/marts/refunds.yml': `models:
  - name: refunds
    config: { meta: { facet: { groups: [sales] } } }
    columns:
      - { name: refund_id, data_type: bigint, data_tests: [unique, not_null] }
      - { name: amount, data_type: 'numeric(12,2)' }
`,
}

/** One push from the dbt repository to the answer of a query, on a server with every role. */
export const itQueriesPushedModels = (host: GitHost, server: TestServer): void => {
  const warehouse = useWarehouse(
    'create schema analytics',
    'create table analytics.orders (order_id bigint, customer_id bigint, ordered_at timestamp, status varchar(16), amount numeric(12, 2), is_gift boolean)',
    "insert into analytics.orders values (1, 1, now(), 'paid', 30, false), (2, 1, now(), 'paid', 12, true), (3, 2, now(), 'open', 100, false)",
    'create table analytics.refunds (refund_id bigint, amount numeric(12, 2))',
    'insert into analytics.refunds values (1, 5), (2, 7)',
  )

  it('brings a push to the dbt repository to a query on the new cube, through its webhook, a sync, a review and a merge', {
    timeout: 400_000,
  }, async () => {
    const owner = await server.admin()
    const params = { deploymentId: owner.deploymentId }
    await awaitBuild(owner)
    await readFromWarehouse(owner, warehouse())
    await owner.api.createGroup({ body: { name: 'sales' } })
    const { token } = await givenToken(server, owner, { groups: ['sales'] })
    const load = await loaderOf(server, owner)

    const { repository, webhookSecret } = await givenDbtIntegration(host, owner)
    const { webhookUrl } = await owner.api.getDbtIntegration({ params })
    const url = `${server.url()}${new URL(webhookUrl).pathname}`
    const { log, deliver } = await tellOfPushes(repository, { url, secret: webhookSecret, headers: owner.headers })
    const clone = await cloneToPush(host, repository)

    /** The run that the newest push started, when it is over. */
    const afterPush = async (head: string, ofAll: number) => {
      const list = async () => (await owner.api.listDbtSyncs({ params, query: { trigger: 'webhook' } })).items
      const answers = readFileSync(log, 'utf8')
      expect(answers.trim().split('\n').at(-1), answers).toMatch(/^200 .*"status":"started"/)
      const [begun] = await list()
      const syncJobId = begun?.syncJobId ?? ''
      const ended = await owner.api.dbtSync.wait({ params: { ...params, syncJobId } }, { pollMs: 500, timeoutMs: 170_000 })
      const said = (await owner.api.getDbtSyncLog({ params: { ...params, syncJobId } })).items.map(({ message }) => message).join('\n')
      expect(ended, said).toMatchObject({ status: 'COMPLETED' })
      const runs = await list()
      expect(runs).toHaveLength(ofAll)
      expect(runs[0]).toMatchObject({
        trigger: 'webhook',
        triggerContext: { headSha: head, pushedBranch: 'main', targetBranch: runs[0]?.branchName },
      })
      return { syncJobId, branchName: runs[0]?.branchName ?? '' }
    }
    const review = async (syncJobId: string) =>
      JSON.stringify(await owner.api.getDbtSyncDiff({ params: { ...params, syncJobId }, query: {} }))
    const merge = async (branchName: string) => {
      await owner.api.mergeToDefaultBranch({ params, body: { branchName, message: 'Cubes of the shop', removeBranchAfterMerge: true } })
      expect(await awaitBuild(owner)).toMatchObject({ status: 'built', errors: [] })
    }

    expect(await load(token, orders)).toMatchObject({ status: 400 })
    const head = await clone.push((await givenDbtRun()).files)
    const first = await afterPush(head, 1)
    expect(await review(first.syncJobId)).toContain('dbt_orders')
    expect(await load(token, orders)).toMatchObject({ status: 400 })
    await merge(first.branchName)
    await expect.poll(() => load(token, orders), { timeout: 60_000, interval: 100 }).toMatchObject({ status: 200, data: ofOrders })

    // What is told again is not synced again; what is pushed next is.
    for (let again = 0; again < 4; again++) await deliver('0'.repeat(40), head)
    const next = await clone.push((await givenDbtRun(withRefunds)).files)
    const second = await afterPush(next, 2)
    const changes = await review(second.syncJobId)
    expect(changes).toContain('dbt_refunds')
    expect(changes).not.toContain('dbt_customers')
    await merge(second.branchName)
    await expect
      .poll(() => load(token, refunds), { timeout: 60_000, interval: 100 })
      .toMatchObject({ status: 200, data: [{ 'dbt_refunds.total_amount': '12.00' }] })
    expect(await load(token, orders)).toMatchObject({ status: 200, data: ofOrders })
    expect(server.logs.join('') + readFileSync(log, 'utf8')).not.toContain(webhookSecret)
  })
}
