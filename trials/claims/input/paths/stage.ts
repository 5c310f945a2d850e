import { createHash } from 'node:crypto'
import { FacetFailure } from '@facet/client'
import type { Author } from '../../../harness/author.ts'

export type Answer = { status: number; code: string }

export const outcomeOf = async (call: Promise<unknown>): Promise<Answer> => {
  try {
    await call
    return { status: 200, code: 'done' }
  } catch (error) {
    if (error instanceof FacetFailure) return { status: error.status, code: error.code }
    throw error
  }
}

/** A form that is refused while it is still being sent may lose its answer with the connection; asked again, it gets one. */
const untilAnswered = async (call: () => Promise<Answer>, lost: { answers: number }, attempts = 3): Promise<Answer> => {
  const answer = await call()
  if (answer.status !== 0 || attempts === 1) return answer
  lost.answers++
  return untilAnswered(call, lost, attempts - 1)
}

const sha1 = (text: string): string => createHash('sha1').update(text).digest('hex')
export const content = 'escaped\n'

/** Every way a path enters the API. Each makes what it needs, so that the path is all that can be wrong. */
export const createDoors = ({ api, deploymentId, branchName }: Author) => {
  const params = { deploymentId }
  const files = (path: string) => [{ path, content }]
  const seed = () => api.updateFiles({ params, body: { branchName, files: files('seed.yml') } })
  const open = async (): Promise<string> => (await api.startUpload({ params, query: { branchName }, body: {} })).transaction.id
  // What was refused is still open, and only so many may be.
  let unfinished: string | undefined
  const openOrOpened = async (): Promise<string> => (unfinished ??= await open())
  const lost = { answers: 0 }
  const send = (transaction: string, fileName: string): Promise<Answer> =>
    untilAnswered(() => outcomeOf(api.uploadFile({ params, body: { transaction, fileName }, file: new Blob([content]) })), lost)
  const finish = (id: string, path: string) =>
    api.finishUpload({ params, body: { transaction: { id }, files: { [path]: { hash: sha1(content) } }, autoRemoveFiles: false } })
  return {
    lost,
    put: (path: string) => outcomeOf(api.updateFiles({ params, body: { branchName, files: files(path) } })),
    renameTo: async (path: string) => {
      await seed()
      return outcomeOf(api.renameFiles({ params, body: { branchName, files: [{ path: 'seed.yml', newPath: path }] } }))
    },
    renameFrom: (path: string) => outcomeOf(api.renameFiles({ params, body: { branchName, files: [{ path, newPath: 'renamed.yml' }] } })),
    remove: (path: string) => outcomeOf(api.removeFiles({ params, body: { branchName, files: [{ path }] } })),
    upload: async (path: string) => send(await openOrOpened(), path),
    finish: async (path: string) => {
      const answer = await outcomeOf(finish(await openOrOpened(), path))
      if (answer.status === 200) unfinished = undefined
      return answer
    },
    uploadAndFinish: async (path: string) => {
      const id = await open()
      const sent = await send(id, path)
      return sent.status === 200 ? outcomeOf(finish(id, path)) : sent
    },
    list: async (name = branchName) => (await api.listFiles({ params, query: { withContent: true, branchName: name } })).data,
    hashes: () => api.fileHashes({ params, query: { branchName } }),
    createBranch: (name: string) => outcomeOf(api.createBranch({ params, body: { name } })),
    enterBranch: (name: string) => outcomeOf(api.startDevMode({ params, body: { branchName: name } })),
    listBranch: (name: string) => outcomeOf(api.listFiles({ params, query: { branchName: name } })),
    removeBranch: (name: string) => outcomeOf(api.deleteBranch({ params, query: { branchName: name } })),
    commit: () => outcomeOf(api.commitChanges({ params, body: { branchName } })),
  }
}
export type Doors = ReturnType<typeof createDoors>
