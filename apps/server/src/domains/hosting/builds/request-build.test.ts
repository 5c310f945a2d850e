import { describe, expect, it } from 'vitest'
import {
  type Actor,
  enterDevMode,
  givenBranch,
  givenFiles,
  givenModeler,
  givenUpload,
  manifestOf,
  setVariables,
  useBuilds,
  useServer,
} from '#test'

const server = useServer()
const builds = useBuilds(server)

const update = ({ api, deploymentId }: Actor, body: object) => api.updateDeployment({ params: { deploymentId }, body })
const reasonsAfter = async (actor: Actor, change: () => Promise<unknown>): Promise<string[]> => {
  const before = (await builds.rows(actor)).length
  await change()
  return (await builds.rows(actor)).slice(before).map(({ reason }) => reason)
}
const upload = async (actor: Actor, files: Record<string, string>, branchName?: string) => {
  const query = branchName === undefined ? { live: true } : { branchName }
  const id = await givenUpload(actor, files, query)
  await actor.api.finishUpload({
    params: { deploymentId: actor.deploymentId },
    query,
    body: { transaction: { id }, files: manifestOf(files) },
  })
}
/** A change on a personal branch that is committed to main. */
const commit = async (actor: Actor, path: string) => {
  const params = { deploymentId: actor.deploymentId }
  const branchName = await enterDevMode(actor)
  await givenFiles(server, actor, branchName, { [path]: 'cubes: []' })
  await actor.api.commitChanges({ params, body: { branchName, message: 'Add a cube' } })
}

describe('a build is asked for', () => {
  it('by the creation of a deployment, and its first reader asks for no second one', async () => {
    const owner = await server.admin()
    await owner.api.listFiles({ params: { deploymentId: owner.deploymentId }, query: {} })

    expect((await builds.rows(owner)).map(({ reason }) => reason)).toEqual(['deployment_created'])
  })

  it('by a commit to the deploy branch, and by none to another', async () => {
    const owner = await givenModeler(server)
    const feature = await givenBranch(owner)

    expect(await reasonsAfter(owner, () => commit(owner, 'model/a.yml'))).toEqual(['branch_changed'])
    expect(await reasonsAfter(owner, () => givenFiles(server, owner, feature, { 'model/f.yml': 'cubes: []' }))).toEqual([])
  })

  it('by a merge to the deploy branch', async () => {
    const owner = await givenModeler(server)
    const feature = await givenBranch(owner)
    await givenFiles(server, owner, feature, { 'model/f.yml': 'cubes: []' })

    const merge = () => owner.api.mergeToDefaultBranch({ params: { deploymentId: owner.deploymentId }, body: { branchName: feature } })

    expect(await reasonsAfter(owner, merge)).toEqual(['branch_changed'])
  })

  it('once by an upload that is finished', async () => {
    const owner = await givenModeler(server)

    expect(await reasonsAfter(owner, () => upload(owner, { 'model/u.yml': 'cubes: []' }))).toEqual(['branch_changed'])
  })

  it('by another version, branch or project root, and by no other setting', async () => {
    const owner = await givenModeler(server)

    expect(await reasonsAfter(owner, () => update(owner, { releaseChannel: 'latest' }))).toEqual(['version_changed'])
    expect(await reasonsAfter(owner, () => update(owner, { deployBranchName: 'main' }))).toEqual(['settings_changed'])
    expect(await reasonsAfter(owner, () => update(owner, { deployProjectRoot: 'a' }))).toEqual(['settings_changed'])
    expect(await reasonsAfter(owner, () => update(owner, { name: 'Renamed' }))).toEqual([])
  })

  it('by variables that are set or deleted', async () => {
    const owner = await givenModeler(server)
    const params = { deploymentId: owner.deploymentId, name: 'A' }

    expect(await reasonsAfter(owner, () => setVariables(owner, { name: 'A', value: '1' }))).toEqual(['variables_changed'])
    expect(await reasonsAfter(owner, () => owner.api.deleteEnvVariable({ params }))).toEqual(['variables_changed'])
    expect(await reasonsAfter(owner, () => setVariables(owner))).toEqual([])
  })

  it('not by a change that is undone', async () => {
    const owner = await givenModeler(server)

    const refused = () => setVariables(owner, { name: 'NODE_OPTIONS', value: 'x' }).catch(() => undefined)

    expect(await reasonsAfter(owner, refused)).toEqual([])
  })
})

describe('where only uploads deploy', () => {
  it('a branch that moves is no reason to build, and an upload is', async () => {
    const owner = await givenModeler(server)
    const feature = await givenBranch(owner)
    await update(owner, { deployMode: 'cli' })

    expect(await reasonsAfter(owner, () => commit(owner, 'model/a.yml'))).toEqual([])
    expect(await reasonsAfter(owner, () => upload(owner, { 'model/f.yml': 'cubes: []' }, feature))).toEqual([])
    expect(await reasonsAfter(owner, () => upload(owner, { 'model/u.yml': 'cubes: []' }))).toEqual(['upload_finished'])
  })

  it('other reasons build what was uploaded last, whatever the branch says by now', async () => {
    const owner = await givenModeler(server)
    await update(owner, { deployMode: 'cli' })
    await upload(owner, { 'model/u.yml': 'cubes: []' })
    await givenFiles(server, owner, 'main', { 'model/merged.yml': 'cubes: []' })
    await setVariables(owner, { name: 'A', value: '1' })

    expect(await builds.run(owner)).toMatchObject({ status: 'built', reason: 'variables_changed' })
    expect(builds.compiled.at(-1)?.files).toEqual(['model/u.yml'])
  })

  it('and none came yet, they build what was built last', async () => {
    const owner = await givenModeler(server)
    const first = await builds.run(owner)
    await update(owner, { deployMode: 'cli' })
    await givenFiles(server, owner, 'main', { 'model/merged.yml': 'cubes: []' })
    await setVariables(owner, { name: 'A', value: '1' })

    expect(await builds.run(owner)).toMatchObject({ status: 'built', commit_hash: first.commit_hash })
  })
})
