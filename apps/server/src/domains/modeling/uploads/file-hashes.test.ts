import { describe, expect, it } from 'vitest'
import { givenCommit, givenDevBranch, givenModeler, linkTo, manifestOf, useServer } from '#test'

const server = useServer()

describe('fileHashes', () => {
  it('gives the SHA-1 of the bytes of every file, and of no link', async () => {
    const admin = await givenModeler(server)
    const params = { deploymentId: admin.deploymentId }
    const branchName = await givenDevBranch(admin)
    await givenCommit(server, admin, branchName, [{ path: 'model/a.yml', content: Buffer.from('a') }, linkTo('link', '/etc/passwd')])

    expect(await admin.api.fileHashes({ params })).toEqual(manifestOf({ 'README.md': '# Data model\n', 'model/a.yml': 'a' }))
    expect(await admin.api.fileHashes({ params, query: { live: true } })).toEqual(manifestOf({ 'README.md': '# Data model\n' }))
    expect(await admin.api.fileHashes({ params, query: { branchName: 'main' } })).toEqual(manifestOf({ 'README.md': '# Data model\n' }))
  })

  it('gives paths inside the project root when asked', async () => {
    const admin = await givenModeler(server)
    const params = { deploymentId: admin.deploymentId }
    const branchName = await givenDevBranch(admin)
    const paths = ['cube/model/a.yml', 'cube/b.yml', 'cubes/c.yml']
    await givenCommit(
      server,
      admin,
      branchName,
      paths.map((path) => ({ path, content: Buffer.from('x') })),
    )
    await admin.api.updateDeployment({ params, body: { deployProjectRoot: '/cube/' } })

    const hashes = await admin.api.fileHashes({ params, query: { useDeployProjectRoot: true } })

    expect(Object.keys(hashes)).toEqual(['b.yml', 'model/a.yml'])
  })

  it('refuses a blank name, an unknown branch, and live with another branch', async () => {
    const admin = await givenModeler(server)
    const params = { deploymentId: admin.deploymentId }
    const branchName = await givenDevBranch(admin)
    const of = (query: { branchName?: string; live?: boolean }) => admin.api.fileHashes({ params, query })

    await expect(of({ branchName: '' })).rejects.toMatchObject({ status: 400, code: 'branch_required' })
    await expect(of({ branchName: 'nowhere' })).rejects.toMatchObject({ status: 404, code: 'branch_not_found' })
    await expect(of({ branchName, live: true })).rejects.toMatchObject({ status: 400, code: 'invalid_request' })
  })
})
