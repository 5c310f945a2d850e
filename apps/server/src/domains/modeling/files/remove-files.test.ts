import { describe, expect, it } from 'vitest'
import { type Actor, givenCommit, givenDevBranch, gitOn, givenModeler, linkTo, listedByGit, useServer } from '#test'

const server = useServer()

const remove = ({ api, deploymentId }: Actor, paths: string[], branchName?: string) =>
  api.removeFiles({
    params: { deploymentId },
    body: { files: paths.map((path) => ({ path })), ...(branchName === undefined ? {} : { branchName }) },
  })

const givenFiles = async (actor: Actor, paths: string[]): Promise<string> => {
  const branch = await givenDevBranch(actor)
  await givenCommit(
    server,
    actor,
    branch,
    paths.map((path) => ({ path, content: Buffer.from(path) })),
  )
  return branch
}

describe('removeFiles', () => {
  it('deletes files, and folders with what is in them, in one commit', async () => {
    const admin = await givenModeler(server)
    const branch = await givenFiles(admin, ['model/a.yml', 'model/x/b.yml', 'models.yml', 'c.yml'])

    expect(await remove(admin, ['/model', 'c.yml'])).toEqual({ success: true })

    expect(await listedByGit(server, admin, branch)).toEqual(['100644 README.md', '100644 models.yml'])
    expect(await gitOn(server, admin, branch, ['log', '-1', '--format=%s', 'HEAD'])).toBe('Delete 3 files\n')
  })

  it('deletes a link and not what it points to', async () => {
    const admin = await givenModeler(server)
    const branch = await givenFiles(admin, ['model/a.yml'])
    await givenCommit(server, admin, branch, [linkTo('link', 'model')])

    await expect(remove(admin, ['link/a.yml'])).rejects.toMatchObject({ code: 'file_not_found' })
    await remove(admin, ['link'])

    expect(await listedByGit(server, admin, branch)).toEqual(['100644 README.md', '100644 model/a.yml'])
  })

  it('deletes all or nothing', async () => {
    const admin = await givenModeler(server)
    const branch = await givenFiles(admin, ['a.yml'])

    await expect(remove(admin, ['a.yml', 'b.yml'])).rejects.toMatchObject({
      status: 404,
      code: 'file_not_found',
      message: expect.stringContaining('"b.yml"'),
    })
    await expect(remove(admin, ['../a.yml'])).rejects.toMatchObject({ status: 400, code: 'file_path_invalid' })
    await expect(remove(admin, ['a.yml', '/a.yml'])).rejects.toMatchObject({ code: 'file_path_invalid' })

    expect(await listedByGit(server, admin, branch)).toEqual(['100644 README.md', '100644 a.yml'])
  })

  it('deletes on dev branches only', async () => {
    const admin = await givenModeler(server)
    await givenFiles(admin, ['a.yml'])

    await expect(remove(admin, ['README.md'], 'main')).rejects.toMatchObject({ code: 'not_dev_branch' })
  })
})
