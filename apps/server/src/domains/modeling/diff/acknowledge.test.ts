import { describe, expect, it } from 'vitest'
import { cloneRepository, enterDevMode, givenBranch, givenFiles, givenUpload, headOf, manifestOf, refusalOf, useServer } from '#test'

const server = useServer()
const path = 'model/payments.yml'

const policyOf = (group: string, includes: string): string =>
  `cubes:
  - name: payments
    sql_table: payments
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
    measures:
      - { name: count, type: count }
    access_policy:
      - { group: "${group}", member_level: { includes: ${includes} } }
`
const [none, closed, open] = [policyOf('finance', '[]'), policyOf('finance', '[count]'), policyOf('*', '"*"')]

describe('a change by which somebody sees more', () => {
  const givenWidening = async () => {
    const admin = await server.admin()
    await admin.api.listBranches({ params: admin })
    await givenFiles(server, admin, 'main', { [path]: closed })
    const branchName = await givenBranch(admin)
    await admin.api.updateDeployment({ params: admin, body: { wideningMerges: 'acknowledge' } })
    const fork = await enterDevMode(admin)
    await givenFiles(server, admin, branchName, { [path]: open })
    await givenFiles(server, admin, fork, { [path]: open })
    return { admin, branchName, fork }
  }

  it('reaches the deploy branch only when that is acknowledged', async () => {
    const { admin, branchName, fork } = await givenWidening()
    const before = await headOf(server, admin, 'main')
    const ways = [
      (acknowledgeWidening?: true) => admin.api.mergeIntoParentBranch({ params: admin, body: { branchName, acknowledgeWidening } }),
      (acknowledgeWidening?: true) => admin.api.mergeToDefaultBranch({ params: admin, body: { branchName, acknowledgeWidening } }),
      (acknowledgeWidening?: true) => admin.api.commitChanges({ params: admin, body: { branchName: fork, acknowledgeWidening } }),
    ]

    for (const way of ways) {
      const refused = await refusalOf(way())
      expect(refused).toMatchObject({ code: 'widening_unacknowledged', errors: [{ pointer: path }] })
      expect(refused.message).toContain('Send acknowledgeWidening: true')
      expect(refused.errors[0]?.message).toMatch(/payments/)
    }

    expect(await headOf(server, admin, 'main')).toBe(before)
    await ways[2]?.(true)
    const { git } = await cloneRepository(server, admin)
    expect(await git('show', `origin/main:${path}`)).toContain('includes: "*"')
    // The same change once more shows nobody anything new.
    await ways[0]?.()
  })

  it('is the first access policy of a cube, which lets embed sessions in', async () => {
    const admin = await server.admin()
    await admin.api.listBranches({ params: admin })
    await givenFiles(server, admin, 'main', { [path]: closed.slice(0, closed.indexOf('    access_policy')) })
    const branchName = await givenBranch(admin)
    await admin.api.updateDeployment({ params: admin, body: { wideningMerges: 'acknowledge' } })
    await givenFiles(server, admin, branchName, { [path]: closed })

    const refused = await refusalOf(admin.api.mergeToDefaultBranch({ params: admin, body: { branchName } }))

    expect(refused).toMatchObject({ code: 'widening_unacknowledged' })
    expect(refused.errors[0]?.message).toContain('embed sessions in group:finance can query it now')
  })

  it('is asked about when it is uploaded, too', async () => {
    const { admin } = await givenWidening()
    const files = { [path]: open }
    const transaction = { id: await givenUpload(admin, files, { live: true }) }
    const finish = (acknowledgeWidening: boolean) =>
      admin.api.finishUpload({
        params: admin,
        query: { live: true },
        body: { transaction, files: manifestOf(files), autoRemoveFiles: false, acknowledgeWidening },
      })

    expect(await refusalOf(finish(false))).toMatchObject({ code: 'widening_unacknowledged', errors: [{ pointer: path }] })
    expect((await finish(true)).lastHash).toBe(await headOf(server, admin, 'main'))
  })

  it('needs no acknowledgement on other branches, nor where it narrows', async () => {
    const { admin, branchName } = await givenWidening()
    const nested = await givenBranch(admin, branchName)
    await givenFiles(server, admin, nested, { [path]: open.replace('count, type', 'number, type') })

    expect(await admin.api.mergeIntoParentBranch({ params: admin, body: { branchName: nested } })).toMatchObject({ merged: true })
    const narrow = await givenBranch(admin)
    await givenFiles(server, admin, narrow, { [path]: none })
    expect(await admin.api.mergeIntoParentBranch({ params: admin, body: { branchName: narrow } })).toMatchObject({ merged: true })
  })

  it('is assumed of code that changed', async () => {
    const { admin } = await givenWidening()
    const branchName = await givenBranch(admin)
    await givenFiles(server, admin, branchName, { 'cube.js': 'module.exports = {}\n' })

    expect(await refusalOf(admin.api.mergeIntoParentBranch({ params: admin, body: { branchName } }))).toMatchObject({
      code: 'widening_unacknowledged',
      errors: [{ pointer: 'cube.js' }],
    })
  })
})
