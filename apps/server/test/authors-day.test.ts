import { expect, it } from 'vitest'
import { type Actor, cloneRepository, manifestOf, refusalOf, useServer } from '#test'

const server = useServer()

const path = 'model/cubes/payments.yml'
const cube = (measures: string): string =>
  `cubes:
  - name: payments
    sql_table: payments
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
    measures:
      - { name: count, type: count }
${measures}`
const total = '      - { name: total, sql: amount, type: sum }\n'
const refunds = '      - { name: refunds, sql: refunded, type: sum }\n'

type Branch = { branchName: string }
const enter = async ({ api, deploymentId }: Actor, branchName: string): Promise<Branch> => {
  const entered = await api.startDevMode({ params: { deploymentId }, body: { branchName } })
  expect(entered).toMatchObject({ active: true, parentBranch: branchName })
  return { branchName: entered.branchName ?? '' }
}
const write = ({ api, deploymentId }: Actor, content: string, at = path) =>
  api.updateFiles({ params: { deploymentId }, body: { files: [{ path: at, content }] } })

it('carries an author and a colleague through a day of work, and git agrees with every step', async () => {
  const admin = await server.admin()
  const [ada, ben] = [await server.colleague(admin, { role: 'Developer' }), await server.colleague(admin, { role: 'Developer' })]
  const params = { deploymentId: admin.deploymentId }
  const seen = async () => {
    const { git } = await cloneRepository(server, admin)
    await git('fsck', '--strict', '--no-dangling')
    return {
      git,
      show: (branch: string, file = path) => git('show', `origin/${branch}:${file}`),
      subjects: async (branch: string) => (await git('log', '--format=%s', `origin/${branch}`)).split('\n'),
    }
  }

  // Both work for the same feature, each on a branch of their own.
  await ada.api.createBranch({ params, body: { name: 'feature/payments' } })
  const adas = await enter(ada, 'feature/payments')
  const bens = await enter(ben, 'feature/payments')
  expect(adas.branchName).not.toBe(bens.branchName)

  await write(ada, cube(''))
  await write(ada, cube(total))
  await ada.api.renameFiles({ params, body: { files: [{ path: '/README.md', newPath: '/docs/README.md' }] } })
  let repository = await seen()
  expect(await repository.show(adas.branchName)).toBe(cube(total).trimEnd())
  expect(await repository.git('ls-tree', '-r', '--name-only', `origin/${adas.branchName}`)).toContain('docs/README.md')
  expect(await repository.subjects('feature/payments')).toEqual(['Begin the data model'])
  expect((await ada.api.diffBranch({ params: { ...params, ...adas } })).files.map(({ status }) => status).toSorted()).toEqual([
    'added',
    'renamed',
  ])

  // What is written is pending until it is committed; then it is one commit on the feature.
  await ada.api.commitChanges({ params, body: { message: 'Total of payments' } })
  repository = await seen()
  expect(await repository.subjects('feature/payments')).toEqual(['Total of payments', 'Begin the data model'])
  expect(await repository.git('rev-parse', `origin/${adas.branchName}`)).toBe(await repository.git('rev-parse', 'origin/feature/payments'))

  // Ben wrote the same file meanwhile, and hears of it with both sides.
  await write(ben, cube(refunds))
  const conflict = await refusalOf(ben.api.commitChanges({ params, body: { message: 'Refunds' } }))
  expect(conflict).toMatchObject({ status: 409, code: 'merge_conflict' })
  expect(conflict.conflicts).toEqual([{ path, ours: cube(total), theirs: cube(refunds) }])
  expect(conflict.parentHash).toBe(await repository.git('rev-parse', 'origin/feature/payments'))

  // While he joins the two, Ada commits once more: what he resolved is not what there is now.
  await write(ben, cube(total + refunds))
  await write(ada, cube(total.replace('amount', 'paid')))
  await ada.api.commitChanges({ params, body: { message: 'Total of what was paid' } })
  const resolve = (parentHash: string | undefined) =>
    ben.api.commitChanges({ params, body: { message: 'Refunds', resolveMergeConflict: true, parentHash } })
  const moved = await refusalOf(resolve(conflict.parentHash))
  expect(moved).toMatchObject({ status: 409, code: 'parent_moved' })
  expect(moved.conflicts[0]?.ours).toContain('paid')
  await write(ben, cube(total.replace('amount', 'paid') + refunds))
  await resolve(moved.parentHash)
  repository = await seen()
  expect(await repository.show('feature/payments')).toBe(cube(total.replace('amount', 'paid') + refunds).trimEnd())
  expect((await repository.subjects('feature/payments')).slice(0, 2)).toEqual(['Refunds', 'Total of what was paid'])
  expect(await repository.git('log', '-1', '--format=%P', 'origin/feature/payments')).not.toContain(' ')

  // Ada takes in what Ben did, and her branch has nothing of its own.
  expect(await ada.api.pull({ params, body: adas })).toEqual({ buildTriggered: true })
  expect(await ada.api.pull({ params, body: adas })).toEqual({ buildTriggered: false })
  expect((await ada.api.diffBranch({ params: { ...params, ...adas } })).files).toEqual([])

  // Someone deploys from a checkout meanwhile: an upload straight to the deploy branch, beside what is there.
  const started = await admin.api.startUpload({ params, body: {} })
  const notes = '# Notes\n'
  await admin.api.uploadFile({
    params,
    body: { transaction: JSON.stringify(started.transaction), fileName: 'notes.md' },
    file: new Blob([notes]),
  })
  const { lastHash } = await admin.api.finishUpload({
    params,
    body: { transaction: started.transaction, files: manifestOf({ 'notes.md': notes }), autoRemoveFiles: false, commitMessage: 'Notes' },
  })
  repository = await seen()
  expect(await repository.git('rev-parse', 'origin/main')).toBe(lastHash)

  // The feature goes to its parent, and a second one straight to the deploy branch; both branches go.
  expect(await ada.api.mergeIntoParentBranch({ params, body: { branchName: 'feature/payments', message: 'Payments' } })).toMatchObject({
    merged: true,
    branchDeleted: false,
  })
  await ben.api.createBranch({ params, body: { name: 'feature/notes' } })
  const { branchName: notesFork } = await enter(ben, 'feature/notes')
  await write(ben, `${notes}More.\n`, 'notes.md')
  await ben.api.removeFiles({ params, body: { files: [{ path: 'docs/README.md' }] } })
  await ben.api.commitChanges({ params, body: { exitDevMode: true } })
  const merged = await ben.api.mergeToDefaultBranch({
    params,
    body: { branchName: 'feature/notes', message: 'More notes', removeBranchAfterMerge: true },
  })
  expect(merged).toMatchObject({ merged: true, branchDeleted: true })
  await admin.api.deleteBranch({ params, query: { branchName: 'feature/payments' } })

  repository = await seen()
  expect(await repository.git('log', '--first-parent', '--format=%s', 'origin/main')).toBe(
    ['More notes', 'Payments', 'Notes', 'Begin the data model'].join('\n'),
  )
  expect(await repository.show('main')).toBe(cube(total.replace('amount', 'paid') + refunds).trimEnd())
  expect(await repository.show('main', 'notes.md')).toBe(`${notes}More.`)
  expect(await repository.git('ls-tree', '-r', '--name-only', 'origin/main')).not.toContain('README.md')
  expect((await repository.git('log', '--format=%an', 'origin/main')).split('\n')).toHaveLength(8)

  // Nobody is left in dev mode by accident, and what was forked from branches that are gone belongs to the deploy branch.
  expect(await refusalOf(write(ben, 'x'))).toMatchObject({ code: 'branch_required' })
  await ada.api.stopDevMode({ params })
  expect(await refusalOf(write(ada, 'x'))).toMatchObject({ code: 'branch_required' })
  const left = (await ben.api.listBranches({ params })).items.map(({ name, parentBranch }) => [name, parentBranch])
  expect(Object.fromEntries(left)).toEqual({ main: null, [bens.branchName]: 'main', [notesFork]: 'main' })
})
