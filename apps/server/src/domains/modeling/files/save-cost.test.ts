import { describe, expect, it } from 'vitest'
import { type Actor, costOf, givenDevBranch, givenModeler, useServer } from '#test'

const filesOf = (count: number, mark: string) =>
  Array.from({ length: count }, (_, number) => ({ path: `model/cubes/cube_${number}.yml`, content: `cubes: [] # ${mark}, ${number}\n` }))

describe('what a save costs', () => {
  const server = useServer()

  const givenAuthor = async (): Promise<{ owner: Actor; save: (count: number, mark: string) => Promise<unknown> }> => {
    const owner = await givenModeler(server)
    const branchName = await givenDevBranch(owner)
    const { api, deploymentId } = owner
    return {
      owner,
      save: (count, mark) => api.updateFiles({ params: { deploymentId }, body: { branchName, files: filesOf(count, mark) } }),
    }
  }

  it.each([1, 20, 400])('saves %i files with one command of git, one pack and the transactions of one', async (count) => {
    const { owner, save } = await givenAuthor()
    await save(400, 'first')

    const cost = await costOf(server, owner, () => save(count, 'second'))

    expect(cost).toEqual({
      git: ['fast-import'],
      // The pack and its index; the pack is read back before anybody is told that it is safe.
      uploads: 2,
      downloads: 1,
      // Who asks and for which branch, what the data model is, what is about to be uploaded, and the save itself.
      transactions: ['begin read only', 'begin read only', 'begin read write', 'begin read write'],
    })
  })
})
