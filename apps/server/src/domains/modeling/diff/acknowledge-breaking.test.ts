import { describe, expect, it } from 'vitest'
import {
  type Actor,
  enterDevMode,
  givenBranch,
  givenDashboard,
  givenFiles,
  givenUpload,
  headOf,
  manifestOf,
  refusalOf,
  useServer,
} from '#test'

const server = useServer()
const path = 'model/orders.yml'
const noStarter = { 'model/cubes/orders.yml': null, 'model/cubes/customers.yml': null, 'model/views/sales.yml': null }
const cube = (measures: string): string =>
  `cubes:
  - name: orders
    sql_table: orders
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
    measures: ${measures}
`
const [whole, without] = [
  cube('[{ name: revenue, sql: amount, type: sum }, { name: count, type: count }]'),
  cube('[{ name: count, type: count }]'),
]

type Setting = { breakingMerges?: 'allow' | 'acknowledge'; wideningMerges?: 'allow' | 'acknowledge' }

/** A dashboard over a measure that a branch, and a personal branch, no longer have. */
const givenBreak = async (setting: Setting, after = without) => {
  const admin = await server.admin()
  await admin.api.listBranches({ params: admin })
  await givenFiles(server, admin, 'main', { ...noStarter, [path]: whole })
  const { dashboard, reportId } = await givenDashboard(admin, { name: 'Money', allowEmbed: true })
  const branchName = await givenBranch(admin)
  await admin.api.updateDeployment({ params: admin, body: setting })
  const fork = await enterDevMode(admin)
  for (const branch of [branchName, fork]) await givenFiles(server, admin, branch, { [path]: after })
  return { admin, branchName, fork, dashboard, reportId }
}

const merge = (admin: Actor, branchName: string, acknowledgeBreaking?: boolean) =>
  admin.api.mergeIntoParentBranch({
    params: admin,
    body: { branchName, ...(acknowledgeBreaking === undefined ? {} : { acknowledgeBreaking }) },
  })

describe('a change that breaks a dashboard', () => {
  it('reaches the deploy branch only when that is acknowledged, where the deployment asks', async () => {
    const { admin, branchName, fork, dashboard } = await givenBreak({ breakingMerges: 'acknowledge' })
    const before = await headOf(server, admin, 'main')
    const ways = [
      (acknowledgeBreaking?: true) => merge(admin, branchName, acknowledgeBreaking),
      (acknowledgeBreaking?: true) => admin.api.mergeToDefaultBranch({ params: admin, body: { branchName, acknowledgeBreaking } }),
      (acknowledgeBreaking?: true) => admin.api.commitChanges({ params: admin, body: { branchName: fork, acknowledgeBreaking } }),
    ]
    expect((await admin.api.diffBranch({ params: { ...admin, branchName } })).content).toMatchObject({
      total: 2,
      needsAcknowledgement: true,
    })

    for (const way of ways) {
      const refused = await refusalOf(way())
      expect(refused).toMatchObject({
        status: 409,
        code: 'breaking_unacknowledged',
        errors: [{ pointer: `dashboards/${dashboard.publicId}` }, {}],
      })
      expect(refused.message).toContain('2 reports and dashboards break by this on "main", and customers see 1')
      expect(refused.message).toContain('Send acknowledgeBreaking: true')
      expect(refused.errors[0]?.message).toContain('"Money" of')
      expect(refused.errors[0]?.message).toContain('which customers see, uses orders.revenue.')
    }

    expect(await headOf(server, admin, 'main')).toBe(before)
    await ways[2]?.(true)
    expect(await headOf(server, admin, 'main')).not.toBe(before)
    // The same change once more breaks nothing new.
    await ways[0]?.()
  })

  it('is asked about when it is uploaded, too', async () => {
    const { admin } = await givenBreak({ breakingMerges: 'acknowledge' })
    const files = { [path]: without }
    const transaction = { id: await givenUpload(admin, files, { live: true }) }
    const finish = (acknowledgeBreaking: boolean) =>
      admin.api.finishUpload({
        params: admin,
        query: { live: true },
        body: { transaction, files: manifestOf(files), autoRemoveFiles: false, acknowledgeBreaking },
      })

    expect(await refusalOf(finish(false))).toMatchObject({ code: 'breaking_unacknowledged' })
    expect((await finish(true)).lastHash).toBe(await headOf(server, admin, 'main'))
  })

  it('is only said in the diff where the deployment allows it, as it does unless told', async () => {
    const { admin, branchName } = await givenBreak({})

    expect((await admin.api.diffBranch({ params: { ...admin, branchName } })).content).toMatchObject({
      total: 2,
      needsAcknowledgement: false,
    })
    expect(await merge(admin, branchName)).toMatchObject({ merged: true })
  })

  it('needs no yes on other branches, nor where nothing uses what goes', async () => {
    const { admin, branchName } = await givenBreak({ breakingMerges: 'acknowledge' }, whole)
    const nested = await givenBranch(admin, branchName)
    await givenFiles(server, admin, nested, { [path]: without })
    expect(await merge(admin, nested)).toMatchObject({ merged: true })

    const unused = await givenBranch(admin)
    await givenFiles(server, admin, unused, { [path]: whole.replace(', { name: count, type: count }', '') })
    expect(await merge(admin, unused)).toMatchObject({ merged: true })
  })

  it('wants each yes by itself', async () => {
    const wider = without.replace('{ name: count,', '{ name: other, sql: amount, type: max }, { name: count,')
    const { admin, branchName } = await givenBreak({ breakingMerges: 'acknowledge', wideningMerges: 'acknowledge' }, wider)
    const send = (body: { acknowledgeBreaking?: true; acknowledgeWidening?: true }) =>
      admin.api.mergeIntoParentBranch({ params: admin, body: { branchName, ...body } })

    expect(await refusalOf(send({ acknowledgeBreaking: true }))).toMatchObject({ code: 'widening_unacknowledged' })
    expect(await refusalOf(send({ acknowledgeWidening: true }))).toMatchObject({ code: 'breaking_unacknowledged' })
    expect(await send({ acknowledgeBreaking: true, acknowledgeWidening: true })).toMatchObject({ merged: true })
  })

  it('is assumed of code that changed, where there is content to break', async () => {
    const { admin } = await givenBreak({ breakingMerges: 'acknowledge' })
    const code = { 'model/more.js': 'cube(`more`, {})\n' }
    const branchName = await givenBranch(admin)
    await givenFiles(server, admin, branchName, code)

    const refused = await refusalOf(merge(admin, branchName))
    expect(refused).toMatchObject({ code: 'breaking_unacknowledged' })
    expect(refused.message).toContain('cannot be shown')

    const empty = await server.admin()
    await empty.api.listBranches({ params: empty })
    await empty.api.updateDeployment({ params: empty, body: { breakingMerges: 'acknowledge' } })
    const other = await givenBranch(empty)
    await givenFiles(server, empty, other, code)
    expect(await merge(empty, other)).toMatchObject({ merged: true })
  })

  it('is counted for a colleague who may merge and see none of it', async () => {
    const { admin, branchName } = await givenBreak({ breakingMerges: 'acknowledge' })
    const engineer = await server.colleague(admin, { role: 'Developer' })

    const refused = await refusalOf(merge(engineer, branchName))

    expect(refused).toMatchObject({ code: 'breaking_unacknowledged' })
    expect(refused.errors ?? []).toEqual([])
    expect(refused.message).toContain('2 reports and dashboards break')
    expect(await merge(engineer, branchName, true)).toMatchObject({ merged: true })
  })
})
