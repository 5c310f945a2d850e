import { expect, it } from 'vitest'
import {
  awaitBuild,
  chartOf,
  configOf,
  givenBranch,
  givenFiles,
  givenReportOf,
  givenToken,
  givenWorkbook,
  loaderOf,
  readFromWarehouse,
  useServer,
  useWarehouse,
} from '#test'

const server = useServer({}, { hasEveryRole: true })
const warehouse = useWarehouse('create table takings (id bigint, amount numeric(12, 2))', 'insert into takings values (1, 30), (2, 12)')

const path = 'model/takings.yml'
const cubeOf = (measure: string): string => `cubes:
  - name: takings
    sql_table: public.takings
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
    measures:
      - { name: ${measure}, sql: amount, type: sum }
    access_policy:
      - { group: "*", member_level: { includes: "*" } }
`

it('brings a dashboard that a model change broke back to an answer of the engine', { timeout: 400_000 }, async () => {
  const owner = await server.admin()
  const { api, deploymentId } = owner
  const params = { deploymentId }
  await awaitBuild(owner)
  await readFromWarehouse(owner, warehouse())
  const merge = async (measure: string) => {
    const branchName = await givenBranch(owner)
    await givenFiles(server, owner, branchName, { [path]: cubeOf(measure) })
    await api.mergeToDefaultBranch({ params, body: { branchName, message: measure, removeBranchAfterMerge: true } })
    expect(await awaitBuild(owner)).toMatchObject({ status: 'built', errors: [] })
  }
  const { token } = await givenToken(server, owner, {})
  const load = await loaderOf(server, owner)
  await merge('revenue')

  const { params: onWorkbook } = await givenWorkbook(owner)
  const { workbookId } = onWorkbook
  const reportId = await givenReportOf(owner, onWorkbook, { jsonQuery: '{"measures":["takings.revenue"]}' })
  const config = configOf(chartOf(reportId))
  const { publicId } = await api.publishDashboard({ params: onWorkbook, body: { workbookId, config, allowEmbed: true } })
  /** What the page of the dashboard runs, and what the engine says. */
  const show = async () => {
    const { reportSnapshots } = await api.getDashboard({ params: { dashboardPublicId: publicId } })
    return load(token, JSON.parse(reportSnapshots[0]?.jsonQuery ?? '') as object)
  }
  const problems = async () => (await api.listContentProblems({ params, query: {} })).items
  const answer = (measure: string) => ({ status: 200, data: [{ [`takings.${measure}`]: '42.00' }] })

  await expect.poll(show, { timeout: 60_000, interval: 100 }).toMatchObject(answer('revenue'))
  expect(await problems()).toEqual([])

  await merge('net_revenue')

  await expect.poll(show, { timeout: 60_000, interval: 100 }).toMatchObject({ status: 400 })
  const use = { member: 'takings.revenue', usedIn: 'query', reason: 'member_missing' }
  expect(await problems()).toMatchObject([
    { id: workbookId, publicId, state: 'published', isEmbedded: true, ...use },
    { id: reportId, state: 'saved', isEmbedded: false, ...use },
  ])

  const renames = [{ from: 'takings.revenue', to: 'takings.net_revenue' }]
  const planned = await api.repairContent({ params, body: { renames, dryRun: true } })
  expect(planned.repaired.map(({ id }) => id)).toEqual([workbookId, reportId])
  expect(await show()).toMatchObject({ status: 400 })
  expect(await api.repairContent({ params, body: { renames } })).toEqual({ ...planned, isDryRun: false })

  expect(await show()).toMatchObject(answer('net_revenue'))
  expect(await problems()).toEqual([])
})
