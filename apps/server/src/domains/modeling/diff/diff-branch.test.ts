import { describe, expect, test } from 'vitest'
import { type Actor, enterDevMode, givenBranch, givenFiles, headOf, markOf, useGitHost, useServer, writeFork, writeTreeBomb } from '#test'

const host = useGitHost()
const server = useServer(host.settings)
const path = 'model/payments.yml'

const cube = (more = '', policy = ''): string =>
  `cubes:
  - name: payments
    sql_table: payments
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: card, sql: card, type: string }
    measures:
      - { name: count, type: count }${more}${policy}
`
const sum = '\n      - { name: total, sql: amount, type: sum }'
const closed = '\n    access_policy:\n      - { group: finance, member_level: { includes: [count] } }'
const open = '\n    access_policy:\n      - { group: "*", member_level: { includes: "*" } }'

/** A branch made from main, where the cube is. */
const givenModel = async (content = cube()): Promise<{ admin: Actor; branchName: string }> => {
  const admin = await server.admin()
  await admin.api.listBranches({ params: admin })
  await givenFiles(server, admin, 'main', { [path]: content })
  return { admin, branchName: await givenBranch(admin) }
}

const documentOf = (actor: Actor, branchName: string, query: string): Promise<Response> =>
  server.request(actor, `/build/api/v1/deployments/${actor.deploymentId}/branches/${encodeURIComponent(branchName)}/diff?${query}`)

const it = test.extend('model', () => givenModel())

describe('diffBranch', () => {
  it('says what the branch did since it left its parent, in files and in meaning', async ({ model: { admin, branchName } }) => {
    const baseHash = await headOf(server, admin, 'main')
    const lastHash = await givenFiles(server, admin, branchName, { [path]: cube(sum), 'README.md': null, 'notes.txt': 'a\nb\n' })
    await givenFiles(server, admin, 'main', { [path]: cube('', closed) })

    const diff = await admin.api.diffBranch({ params: { ...admin, branchName } })

    expect(diff).toMatchObject({ branchName, lastHash, baseBranch: 'main', baseHash, needsAcknowledgement: false })
    expect(diff.files).toMatchObject([
      { path: 'README.md', status: 'removed', additions: 0 },
      { path, status: 'changed', additions: 1, deletions: 0 },
      { path: 'notes.txt', status: 'added', additions: 2, deletions: 0 },
    ])
    expect(diff.changes).toMatchObject([{ kind: 'added', subject: { cube: 'payments', member: 'total' }, file: path }])
  })

  it('counts no lines of what is not text, and shows a renamed file as one', async ({ model: { admin, branchName } }) => {
    await givenFiles(server, admin, branchName, { [path]: null, 'model/money.yml': cube(), 'logo.png': Buffer.from([0, 1, 2]) })

    const { files, changes } = await admin.api.diffBranch({ params: { ...admin, branchName } })

    expect(files).toEqual([
      { path: 'logo.png', status: 'added' },
      { path: 'model/money.yml', previousPath: path, status: 'renamed', additions: 0, deletions: 0 },
    ])
    expect(changes).toEqual([])
  })

  it('has nothing to say of a branch without changes, nor of the deploy branch', async ({ model: { admin, branchName } }) => {
    for (const name of [branchName, 'main'])
      expect(await admin.api.diffBranch({ params: { ...admin, branchName: name } })).toMatchObject({
        baseBranch: 'main',
        files: [],
        changes: [],
        visibility: [],
      })
  })

  it('compares with another base when one is named', async ({ model: { admin, branchName } }) => {
    const second = await givenBranch(admin, branchName)
    await givenFiles(server, admin, branchName, { 'a.txt': 'a\n' })
    await givenFiles(server, admin, second, { 'b.txt': 'b\n' })

    const toParent = await admin.api.diffBranch({ params: { ...admin, branchName: second } })
    const toMain = await admin.api.diffBranch({ params: { ...admin, branchName }, query: { base: 'main' } })

    expect(toParent).toMatchObject({ baseBranch: branchName, files: [{ path: 'b.txt' }] })
    expect(toMain).toMatchObject({ baseBranch: 'main', files: [{ path: 'a.txt' }] })
  })

  it('shows what is pending on a personal branch to its owner alone', async ({ model: { admin } }) => {
    const branchName = await enterDevMode(admin)
    const other = await server.colleague(admin, { role: 'Developer' })
    await givenFiles(server, admin, branchName, { [path]: cube(sum) })

    const diff = await admin.api.diffBranch({ params: { ...admin, branchName } })

    expect(diff.files).toMatchObject([{ path, status: 'changed' }])
    for (const [name, base] of [
      [branchName, 'main'],
      ['main', branchName],
    ] as const)
      expect(await server.outcome(other, 'diffBranch', { params: { ...admin, branchName: name }, query: { base } })).toMatchObject({
        status: 403,
        code: 'not_own_branch',
      })
  })

  it('takes a name with slashes, and refuses those there are not', async ({ model: { admin } }) => {
    const branchName = `${markOf(admin)}/revenue/rework`
    await admin.api.createBranch({ params: admin, body: { name: branchName } })

    expect(await admin.api.diffBranch({ params: { ...admin, branchName } })).toMatchObject({ branchName })
    expect(await server.outcome(admin, 'diffBranch', { params: { ...admin, branchName: 'none' } })).toMatchObject({
      code: 'branch_not_found',
    })
    expect(await server.outcome(admin, 'diffBranch', { params: { ...admin, branchName }, query: { base: 'none' } })).toMatchObject({
      status: 404,
      code: 'branch_not_found',
    })
  })

  it('is written as text for a review and as SARIF for code scanning', async ({ model: { admin, branchName } }) => {
    await givenFiles(server, admin, branchName, { [path]: cube().replace('count, type: count', 'number, type: count') })

    const markdown = await documentOf(admin, branchName, 'format=markdown')
    const sarif = await documentOf(admin, branchName, 'format=sarif')

    expect(markdown.headers.get('content-type')).toMatch(/^text\/markdown/)
    expect(await markdown.text()).toContain('**Data model:**')
    expect(sarif.headers.get('content-type')).toMatch(/^application\/sarif\+json/)
    expect(await sarif.json()).toMatchObject({
      version: '2.1.0',
      runs: [{ tool: { driver: { version: '1.1.0' } }, results: [{ ruleId: 'member-removed' }, { ruleId: 'member-added' }] }],
    })
    expect((await documentOf(admin, branchName, 'format=xml')).status).toBe(400)
  })

  it('says when the deploy branch will want an acknowledgement', async () => {
    const { admin, branchName } = await givenModel(cube('', closed))
    await givenFiles(server, admin, branchName, { [path]: cube('', open) })
    const ask = () => admin.api.diffBranch({ params: { ...admin, branchName } })

    expect(await ask()).toMatchObject({ needsAcknowledgement: false, summary: { widening: 1 } })
    await admin.api.updateDeployment({ params: admin, body: { wideningMerges: 'acknowledge' } })
    expect(await ask()).toMatchObject({ needsAcknowledgement: true })
  })

  it('refuses to look into an ancestor that is more than a data model, though both heads are none', async () => {
    const admin = await server.admin()
    const { repository } = await host.connect(admin)
    await writeFork(repository, await writeTreeBomb(repository, 20, 4), ['main', 'next'])
    await admin.api.pull({ params: admin, body: {} })
    await admin.api.pull({ params: admin, body: { branchName: 'next' } })

    const diff = admin.api.diffBranch({ params: { ...admin, branchName: 'next' }, query: { base: 'main' } })

    await expect(diff).rejects.toMatchObject({
      status: 413,
      code: 'model_too_large',
      message: expect.stringContaining('more than 25000 files and folders'),
    })
    const merge = admin.api.mergeToDefaultBranch({ params: admin, body: { branchName: 'next' } })
    await expect(merge).rejects.toMatchObject({ status: 413, code: 'model_too_large' })
  })
})
