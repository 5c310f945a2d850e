import { describe, expect, test } from 'vitest'
import { type Actor, cloneRepository, filesOn, givenFiles, refsOf, useGitHost, useServer } from '#test'

const host = useGitHost()
const server = useServer(host.settings)

const given = async (files?: Record<string, string>) => {
  const admin = await server.admin()
  const params = { deploymentId: admin.deploymentId }
  const connected = await host.connect(admin, files)
  const pull = (branchName?: string) => admin.api.pull({ params, body: branchName === undefined ? {} : { branchName } })
  return { ...connected, admin, api: admin.api, params, pull }
}

const packsOf = async (actor: Actor): Promise<number[]> => {
  const [row] = await server.query<{ packs: { size: number }[] }>('select packs from repositories where deployment_id = $1', [
    actor.deploymentId,
  ])
  return row?.packs.map(({ size }) => size) ?? []
}

const it = test.extend('setup', () => given())

describe('pull from the remote', () => {
  it('puts what the remote has in place of the commit a data model begins with', async ({ setup: { admin, head, pull } }) => {
    expect(await pull()).toEqual({ buildTriggered: true })
    expect(await pull()).toEqual({ buildTriggered: false })

    expect(await filesOn(server, admin, 'main')).toEqual({ 'model.yml': 'cubes: []\n' })
    expect(await refsOf(server, admin)).toEqual({ 'heads/main': head, 'remotes/main': head })
    const clone = await cloneRepository(server, admin)
    expect(await clone.git('rev-parse', 'HEAD')).toBe(head)
    await clone.git('fsck', '--full', '--strict')
  })

  it('goes forward with the remote, and fetches only what is new', async () => {
    const large = Array.from({ length: 40_000 }, (_, place) => (place * 7919).toString(36)).join(' ')
    const { admin, repository, pull } = await given({ 'large.yml': large })
    await pull()
    const next = await repository.commit('main', { 'large.yml': large, 'orders.yml': 'cubes: []\n' })

    expect(await pull()).toEqual({ buildTriggered: true })

    expect((await refsOf(server, admin))['heads/main']).toBe(next)
    expect(Object.keys(await filesOn(server, admin, 'main'))).toEqual(['large.yml', 'orders.yml'])
    const sizes = await packsOf(admin)
    expect(Math.max(...sizes.slice(0, -1))).toBeGreaterThan(50_000)
    expect(sizes.at(-1)).toBeLessThan(5000)
  })

  it('merges when both sides moved', async () => {
    const { admin, repository, pull } = await given({ 'model.yml': 'one' })
    await pull()
    const ours = await givenFiles(server, admin, 'main', { 'ours.yml': 'ours' })
    const theirs = await repository.commit('main', { 'model.yml': 'two' })

    expect(await pull()).toEqual({ buildTriggered: true })

    expect(await filesOn(server, admin, 'main')).toEqual({ 'model.yml': 'two', 'ours.yml': 'ours' })
    const clone = await cloneRepository(server, admin)
    expect(await clone.git('log', '-1', '--format=%P')).toBe(`${ours} ${theirs}`)
  })

  it('changes nothing when both sides changed a file, and shows both', async () => {
    const { admin, repository, pull } = await given({ 'model.yml': 'one' })
    await pull()
    const ours = await givenFiles(server, admin, 'main', { 'model.yml': 'ours' })
    const theirs = await repository.commit('main', { 'model.yml': 'theirs' })

    await expect(pull()).rejects.toMatchObject({
      status: 409,
      code: 'merge_conflict',
      parentHash: theirs,
      conflicts: [{ path: 'model.yml', base: 'one', ours: 'ours', theirs: 'theirs' }],
    })

    expect((await refsOf(server, admin))['heads/main']).toBe(ours)
  })

  it('follows a remote that rewrote its history, when nothing was added here', async () => {
    const { admin, repository, pull } = await given({ 'model.yml': 'one' })
    await repository.commit('main', { 'model.yml': 'a mistake' })
    await pull()
    await repository.git(['update-ref', 'refs/heads/main', 'refs/heads/main~1'])
    const rewritten = await repository.commit('main', { 'model.yml': 'two' })

    expect(await pull()).toEqual({ buildTriggered: true })

    expect((await refsOf(server, admin))['heads/main']).toBe(rewritten)
  })

  it('keeps what was added here when the remote went back', async () => {
    const { admin, repository, head, pull } = await given({ 'model.yml': 'one' })
    await repository.commit('main', { 'model.yml': 'two' })
    await pull()
    const ours = await givenFiles(server, admin, 'main', { 'ours.yml': 'ours' })
    await repository.git(['update-ref', 'refs/heads/main', head])

    expect(await pull()).toEqual({ buildTriggered: false })

    expect((await refsOf(server, admin))['heads/main']).toBe(ours)
  })

  it('makes a shared branch of one that only the remote has', async ({ setup: { admin, api, params, repository, pull } }) => {
    await pull()
    const theirs = await repository.commit('feature/x', { 'feature.yml': 'x' })

    expect(await pull('feature/x')).toEqual({ buildTriggered: true })

    const { items } = await api.listBranches({ params })
    expect(items).toMatchObject([{ name: 'feature/x', kind: 'shared', parentBranch: 'main', lastHash: theirs }, { name: 'main' }])
    expect(await filesOn(server, admin, 'feature/x')).toEqual({ 'feature.yml': 'x' })
    await expect(pull('nowhere')).rejects.toMatchObject({ status: 422, code: 'remote_branch_not_found' })
    await expect(pull('dev-somebody')).rejects.toMatchObject({ status: 400, code: 'branch_name_invalid' })
  })

  it('lets others write while the remote is slow to send', async ({ setup: { admin, api, params, pull } }) => {
    const { branchName } = await api.startDevMode({ params, body: { branchName: 'main' } })

    const { isHeld, release } = host.holdFetch()
    const pulling = pull('main')
    await isHeld
    await givenFiles(server, admin, branchName ?? '', { 'ours.yml': 'ours' })
    release()

    const pulled = await pulling
    expect(pulled).toEqual({ buildTriggered: true })
    expect(await filesOn(server, admin, branchName ?? '')).toMatchObject({ 'ours.yml': 'ours' })
  })

  it.each([
    ['main', 'disconnected'],
    ['main', 'another'],
    ['feature', 'disconnected'],
  ])('brings nothing into %s from a remote that is %s since', async (branchName, since) => {
    const { admin, api, params, repository } = await given()
    await repository.commit('feature', { 'feature.yml': 'x' })
    const before = await refsOf(server, admin)
    const { isHeld, release } = host.holdFetch(1)
    const late = server.outcome(admin, 'pull', { params, body: { branchName } })
    await isHeld
    if (since === 'disconnected') await api.disconnectRemote({ params })
    else await api.connectRemote({ params, body: { url: (await host.addRepository()).url } })
    release()

    expect(await late).toEqual({ status: 503, code: 'service_unavailable' })
    expect(await refsOf(server, admin)).toEqual(before)
  })

  it('does not go back to what it fetched when a push was quicker', async ({ setup: { admin, api, params, repository, pull } }) => {
    await pull()
    await repository.commit('main', { 'model.yml': 'two' })
    // The first request lists the branches, the second fetches.
    const { isHeld, release } = host.holdFetch(1)
    const late = pull()
    await isHeld
    await pull()
    const ours = await givenFiles(server, admin, 'main', { 'ours.yml': 'ours' })
    await api.pushBranch({ params, body: {} })
    release()

    expect(await late).toEqual({ buildTriggered: false })

    expect(await refsOf(server, admin)).toEqual({ 'heads/main': ours, 'remotes/main': ours })
  })

  it('keeps links and submodules as they are, and follows none', async ({ setup: { admin, repository, pull } }) => {
    const target = await repository.writeObject('blob', '/etc/passwd')
    const modules = await repository.writeObject('blob', '[submodule "sub"]\n\tpath = sub\n\turl = https://git.example.com/sub.git\n')
    const entries = [`100644 blob ${modules}\t.gitmodules`, `120000 blob ${target}\tlink.yml`, `160000 commit ${'1'.repeat(40)}\tsub`, '']
    const tree = await repository.git(['mktree', '--missing'], entries.join('\n'))
    const head = await repository.find('refs/heads/main')
    const author = 'Ada <ada@example.com> 1700000000 +0000'
    const commit = await repository.writeObject('commit', `tree ${tree}\nparent ${head}\nauthor ${author}\ncommitter ${author}\n\nLinks\n`)
    await repository.git(['update-ref', 'refs/heads/main', commit])
    const requests = host.server().requests.length

    await pull()

    expect((await refsOf(server, admin))['heads/main']).toBe(commit)
    expect(
      host
        .server()
        .requests.slice(requests)
        .some((request) => request.includes('sub.git')),
    ).toBe(false)
  })

  const refused: [what: string, files: Record<string, string>, code: string][] = [
    ['a path that git would act upon elsewhere', { 'GIT~1': '' }, 'remote_content_refused'],
    ['a device of Windows', { 'aux.yml': '' }, 'file_path_invalid'],
    ['a file that is too large', { 'large.yml': 'x'.repeat(10_485_761) }, 'file_too_large'],
  ]
  it.each(refused)('refuses %s and changes nothing', async (_what, files, code) => {
    const { admin, repository, pull } = await given()
    await pull()
    const before = await refsOf(server, admin)
    await repository.commit('main', files)

    await expect(pull()).rejects.toMatchObject({ code })

    expect(await refsOf(server, admin)).toEqual(before)
  })

  it('refuses more files than there may be, however few objects they are', async ({ setup: { repository, pull } }) => {
    const blob = await repository.writeObject('blob', 'x')
    const tenOf = (entry: string): Promise<string> =>
      repository.git(['mktree'], Array.from({ length: 10 }, (_, name) => `${entry}\t${name}\n`).join(''))
    let tree = await tenOf(`100644 blob ${blob}`)
    for (let depth = 0; depth < 9; depth++) tree = await tenOf(`040000 tree ${tree}`)
    const author = 'Ada <ada@example.com> 1700000000 +0000'
    const commit = await repository.writeObject('commit', `tree ${tree}\nauthor ${author}\ncommitter ${author}\n\nBomb\n`)
    await repository.git(['update-ref', 'refs/heads/main', commit])

    await expect(pull()).rejects.toMatchObject({ code: 'file_limit' })
  })

  it('says when the host does not let us in', async ({ setup: { api, params, repository, pull } }) => {
    await api.connectRemote({ params, body: { url: repository.url, token: 'wrong' } })

    await expect(pull()).rejects.toMatchObject({ status: 422, code: 'remote_auth_failed' })
  })
})
