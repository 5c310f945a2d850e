import { createHash } from 'node:crypto'
import { FacetFailure } from '@facet/client'
import type { Author } from '../../../harness/author.ts'

export type Answer = { status: number; code: string }

const outcomeOf = async (call: Promise<unknown>): Promise<Answer> => {
  try {
    await call
    return { status: 200, code: 'done' }
  } catch (error) {
    if (error instanceof FacetFailure) return { status: error.status, code: error.code }
    throw error
  }
}

/** The service can refuse a form before it has read all of it. The client may then lose the response with the connection. */
const untilAnswered = async (call: () => Promise<Answer>, lost: { answers: number }, attempts = 3): Promise<Answer> => {
  const answer = await call()
  if (answer.status !== 0 || attempts === 1) return answer
  lost.answers++
  return untilAnswered(call, lost, attempts - 1)
}

const content = 'escaped\n'
const sha1OfContent = createHash('sha1').update(content).digest('hex')

/** Every operation that accepts a path or a branch name. Each creates what else it needs, so that only the path can be invalid. */
export const createEndpoints = ({ api, deploymentId, branchName }: Author) => {
  const params = { deploymentId }
  const put = (path: string) => api.updateFiles({ params, body: { branchName, files: [{ path, content }] } })
  const rename = (path: string, newPath: string) => api.renameFiles({ params, body: { branchName, files: [{ path, newPath }] } })
  const open = async (): Promise<string> => (await api.startUpload({ params, query: { branchName }, body: {} })).transaction.id
  // A refused upload stays open, and the number of open uploads is limited.
  let unfinished: string | undefined
  const openOrReuse = async (): Promise<string> => (unfinished ??= await open())
  const lost = { answers: 0 }
  const send = (transaction: string, fileName: string): Promise<Answer> =>
    untilAnswered(() => outcomeOf(api.uploadFile({ params, body: { transaction, fileName }, file: new Blob([content]) })), lost)
  const finish = (id: string, path: string) =>
    outcomeOf(
      api.finishUpload({ params, body: { transaction: { id }, files: { [path]: { hash: sha1OfContent } }, autoRemoveFiles: false } }),
    )
  return {
    lost,
    put: (path: string) => outcomeOf(put(path)),
    renameTo: async (path: string) => {
      await put('seed.yml')
      return outcomeOf(rename('seed.yml', path))
    },
    renameFrom: (path: string) => outcomeOf(rename(path, 'renamed.yml')),
    remove: (path: string) => outcomeOf(api.removeFiles({ params, body: { branchName, files: [{ path }] } })),
    upload: async (path: string) => send(await openOrReuse(), path),
    finish: async (path: string) => {
      const answer = await finish(await openOrReuse(), path)
      if (answer.status === 200) unfinished = undefined
      return answer
    },
    uploadAndFinish: async (path: string) => {
      const id = await open()
      const sent = await send(id, path)
      return sent.status === 200 ? finish(id, path) : sent
    },
    list: async () => (await api.listFiles({ params, query: { withContent: true, branchName } })).data,
    hashes: () => api.fileHashes({ params, query: { branchName } }),
    createBranch: (name: string) => outcomeOf(api.createBranch({ params, body: { name } })),
    enterBranch: (name: string) => outcomeOf(api.startDevMode({ params, body: { branchName: name } })),
    listBranch: (name: string) => outcomeOf(api.listFiles({ params, query: { branchName: name } })),
    removeBranch: (name: string) => outcomeOf(api.deleteBranch({ params, query: { branchName: name } })),
    commit: () => outcomeOf(api.commitChanges({ params, body: { branchName } })),
  }
}
export type Endpoints = ReturnType<typeof createEndpoints>
