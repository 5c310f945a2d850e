import { expect, it } from 'vitest'
import {
  type Actor,
  askAllTheTime,
  awaitBuild,
  givenToken,
  loaderOf,
  newestSessionId,
  readFromWarehouse,
  useServer,
  useWarehouse,
} from '#test'

const server = useServer({}, { hasEveryRole: true })
const warehouse = useWarehouse(
  'create table refunds (id int primary key, region text, amount int)',
  "insert into refunds values (1, 'eu', 7), (2, 'us', 100), (3, 'eu', 30)",
)

const refunds = (type: string): string => `cubes:
  - name: refunds
    sql_table: refunds

    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: region, sql: region, type: string }

    measures:
      - name: total
        sql: amount
        type: ${type}

    access_policy:
      - group: sales
        row_level:
          filters:
            - member: region
              operator: equals
              values: ["{ securityContext.cubeCloud.userAttributes.region }"]
`

/** A change of the model as its author makes it: on a branch, which is merged into the one that is deployed. */
const merge = async ({ api, deploymentId }: Actor, branchName: string, content: string): Promise<void> => {
  const params = { deploymentId }
  await api.createBranch({ params, body: { name: branchName } })
  await api.startDevMode({ params, body: { branchName } })
  await api.updateFiles({ params, body: { files: [{ path: 'model/cubes/refunds.yml', content }] } })
  await api.commitChanges({ params, body: { message: branchName, exitDevMode: true } })
  await api.mergeToDefaultBranch({ params, body: { branchName, message: branchName, removeBranchAfterMerge: true } })
}

const sales = { measures: ['sales.count', 'sales.total_amount'], dimensions: ['sales.region'] }
const ownSales = [{ 'sales.region': 'eu', 'sales.count': '3', 'sales.total_amount': '250' }]
const refunded = { measures: ['refunds.total'], dimensions: ['refunds.region'] }
const ownRefunds = [{ 'refunds.region': 'eu', 'refunds.total': '37' }]

it('carries a deployment from its creation to answers, through a change of its model, to the end of a session', async () => {
  const owner = await server.admin()
  const created = await awaitBuild(owner)
  expect(created).toMatchObject({ status: 'built', deploymentStatus: 'active', errors: [] })
  await readFromWarehouse(owner, warehouse())

  await owner.api.createGroup({ body: { name: 'sales' } })
  await owner.api.createUserAttribute({ body: { name: 'region', type: 'string' } })
  const { token } = await givenToken(server, owner, { groups: ['sales'], userAttributes: [{ name: 'region', value: 'eu' }] })
  const load = await loaderOf(server, owner)
  expect(await load(token, sales)).toMatchObject({ status: 200, data: ownSales })
  expect(await load(token, refunded)).toMatchObject({ status: 400, code: expect.any(String) })

  // Production switches under queries, of which some are answered by the warehouse and some from what the engine remembers.
  const queries = askAllTheTime(
    (turn) => load(token, { ...sales, limit: 1 + (turn % 200) }),
    (answer) => JSON.stringify((answer as { data?: unknown }).data) === JSON.stringify(ownSales),
  )
  await merge(owner, 'refunds', refunds('sum'))
  const changed = await awaitBuild(owner)
  expect(changed).toMatchObject({ status: 'built', errors: [] })
  expect(changed.lastHash).not.toBe(created.lastHash)
  await expect.poll(() => load(token, refunded), { timeout: 30_000, interval: 50 }).toMatchObject({ status: 200, data: ownRefunds })
  const answersOfBoth = queries.answers()
  await expect.poll(queries.answers, { timeout: 30_000 }).toBeGreaterThan(answersOfBoth + 20)
  const { answers, wrong } = await queries.stop()
  expect(wrong).toEqual([])
  expect(answers).toBeGreaterThan(50)

  // A model that is wrong is told by file and line, and production goes on as it was.
  await merge(owner, 'mistake', refunds('smu'))
  const failed = await awaitBuild(owner)
  expect(failed).toMatchObject({ status: 'failed', deploymentStatus: 'active', errors: [{ file: 'model/cubes/refunds.yml', line: 10 }] })
  expect(await load(token, refunded)).toMatchObject({ status: 200, data: ownRefunds })

  await owner.api.revokeEmbedSession({ params: { embedSessionId: await newestSessionId(owner) } })
  await expect.poll(() => load(token, sales), { timeout: 10_000, interval: 50 }).toMatchObject({ status: 403, code: 'embed_token_revoked' })
})
