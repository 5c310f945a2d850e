import { describe, expect, it } from 'vitest'
import { enterDevMode, filesOn, givenFiles, headOf, refsOf, refusalOf, useServer } from '#test'

const server = useServer()
const path = 'model/orders.yml'

/** Long enough that git sees a renamed file for what it is. */
const lines = (ending: string): string => `one\ntwo\nthree\nfour\nfive\n${ending}\n`

/** A personal branch and its parent that changed one file in two ways. */
const givenConflict = async () => {
  const admin = await server.admin()
  await givenFiles(server, admin, await enterDevMode(admin), { [path]: 'base\n', 'model/kept.yml': 'kept\n' })
  await admin.api.commitChanges({ params: admin, body: {} })
  const branch = await enterDevMode(admin)
  await givenFiles(server, admin, branch, { [path]: 'mine\n', 'model/new.yml': 'new\n' })
  const parentHash = await givenFiles(server, admin, 'main', { [path]: 'theirs\n', 'model/other.yml': 'other\n' })
  return { admin, branch, parentHash }
}

describe('a commit of files that the parent changed too', () => {
  it('shows both sides of a conflict with their ancestor, and changes nothing', async () => {
    const { admin, branch, parentHash } = await givenConflict()
    const before = await refsOf(server, admin)

    const refused = await refusalOf(admin.api.commitChanges({ params: admin, body: {} }))

    expect(refused).toMatchObject({
      status: 409,
      code: 'merge_conflict',
      message: `"${branch}" and "main" disagree in one file: ${path}. Nothing was changed. Write each file on the personal branch as it should be, then commit again with resolveMergeConflict: true and the parentHash of this answer.`,
      conflicts: [{ path, base: 'base\n', ours: 'theirs\n', theirs: 'mine\n' }],
      parentHash,
    })
    expect(await refsOf(server, admin)).toEqual(before)
  })

  it('leaves out the text of what is not text, and cuts long ones', async () => {
    const admin = await server.admin()
    const branch = await enterDevMode(admin)
    const long = `${'é'.repeat(40_000)}\n`
    await givenFiles(server, admin, branch, { 'logo.png': Buffer.from([0, 159, 146]), 'model/long.yml': `x${long}` })
    await givenFiles(server, admin, 'main', { 'logo.png': Buffer.from([1, 0, 200]), 'model/long.yml': `y${long}` })

    const { conflicts } = await refusalOf(admin.api.commitChanges({ params: admin, body: {} }))

    expect(conflicts.map(({ path: name }) => name)).toEqual(['logo.png', 'model/long.yml'])
    expect(conflicts[0]).toEqual({ path: 'logo.png' })
    expect(Buffer.byteLength(conflicts[1]?.theirs ?? '')).toBe(65_535)
    expect(conflicts[1]?.theirs).toBe(`x${'é'.repeat(32_767)}`)
    expect(Object.keys(conflicts[1] ?? {})).toEqual(['path', 'ours', 'theirs'])
  })

  it('names five files in conflict and shows a hundred', async () => {
    const admin = await server.admin()
    const branch = await enterDevMode(admin)
    const files = (text: string) =>
      Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`m/${String(index).padStart(3, '0')}.yml`, text]))
    await givenFiles(server, admin, branch, files('mine'))
    await givenFiles(server, admin, 'main', files('theirs'))

    const { conflicts, message } = await refusalOf(admin.api.commitChanges({ params: admin, body: {} }))

    expect(conflicts).toHaveLength(100)
    expect(message).toContain(
      'disagree in 101 files: m/000.yml, m/001.yml, m/002.yml, m/003.yml, m/004.yml and 96 more. The first 100 are in "conflicts".',
    )
  })

  it('takes the personal branch for right about the files in conflict when told so, and joins the rest', async () => {
    const { admin, branch, parentHash } = await givenConflict()
    await givenFiles(server, admin, branch, { [path]: 'both\n' })

    await admin.api.commitChanges({ params: admin, body: { resolveMergeConflict: true, parentHash } })

    expect(await filesOn(server, admin, 'main')).toMatchObject({
      [path]: 'both\n',
      'model/kept.yml': 'kept\n',
      'model/new.yml': 'new\n',
      'model/other.yml': 'other\n',
    })
    expect(await headOf(server, admin, branch)).toBe(await headOf(server, admin, 'main'))
  })

  it.each([
    ['its deletion', { [path]: null }, { [path]: 'theirs\n' }, {}],
    ['its rename', { [path]: null, 'a.yml': lines('line') }, { [path]: null, 'b.yml': lines('line') }, { 'a.yml': lines('line') }],
    ['its file where the parent made a folder', { m: 'file\n' }, { 'm/x.yml': 'x\n' }, { m: 'file\n', [path]: lines('line') }],
    ['its folder where the parent made a file', { 'm/x.yml': 'x\n' }, { m: 'file\n' }, { 'm/x.yml': 'x\n', [path]: lines('line') }],
    [
      'its content where the parent renamed',
      { [path]: lines('mine') },
      { [path]: null, 'b.yml': lines('theirs') },
      { 'b.yml': lines('mine') },
    ],
  ] as [string, Record<string, string | null>, Record<string, string | null>, Record<string, string>][])(
    'resolves by %s too',
    async (_, mine, theirs, expected) => {
      const admin = await server.admin()
      const branch = await enterDevMode(admin)
      const starter = Object.keys(await filesOn(server, admin, branch)).map((name) => [name, null])
      await givenFiles(server, admin, branch, { ...(Object.fromEntries(starter) as Record<string, null>), [path]: lines('line') })
      await admin.api.commitChanges({ params: admin, body: {} })
      await givenFiles(server, admin, branch, mine)
      await givenFiles(server, admin, 'main', theirs)

      expect(await server.outcome(admin, 'commitChanges', { params: admin, body: {} })).toMatchObject({ code: 'merge_conflict' })
      await admin.api.commitChanges({ params: admin, body: { resolveMergeConflict: true } })

      expect(await filesOn(server, admin, 'main')).toEqual(expected)
    },
  )

  it('refuses to resolve a conflict that is not the present one any more', async () => {
    const { admin, branch, parentHash } = await givenConflict()
    const moved = await givenFiles(server, admin, 'main', { [path]: 'theirs, again\n' })
    const body = { resolveMergeConflict: true, parentHash }

    const again = await refusalOf(admin.api.commitChanges({ params: admin, body }))

    expect(again).toMatchObject({ status: 409, code: 'parent_moved', parentHash: moved })
    expect(again.conflicts).toMatchObject([{ path, ours: 'theirs, again\n', theirs: 'mine\n' }])
    expect(await headOf(server, admin, 'main')).toBe(moved)
    await givenFiles(server, admin, 'main', { [path]: 'mine\n' })
    const settled = await refusalOf(admin.api.commitChanges({ params: admin, body }))
    expect(settled).toMatchObject({ status: 409, code: 'parent_moved', conflicts: [] })
    expect(settled.message).toContain('There is no conflict now')
    await admin.api.commitChanges({ params: admin, body: { branchName: branch } })
  })
})
