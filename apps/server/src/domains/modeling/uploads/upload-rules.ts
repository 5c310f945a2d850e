import type { ModelSettings } from '#domains/modeling/branches'
import { requirePath } from '#domains/modeling/files'
import { Failure } from '#kernel/failure'

/** All files of an upload are in memory at once when it is finished. */
export const maxUploadBytes = 128 * 1024 * 1024

/** Each may hold as much as that in the store until it ends. */
export const maxOpenUploads = 100

/** The transaction as the form holds it: its id, or the object that the start answered with, written as JSON. */
export const transactionIdOf = (sent: string): string => {
  if (!sent.trimStart().startsWith('{')) return sent
  try {
    const { id } = JSON.parse(sent) as { id?: unknown }
    if (typeof id === 'string') return id
  } catch {
    // Judged below, with everything else that is no transaction.
  }
  throw new Failure('invalid_request', 'The field transaction is neither the id of an upload nor the JSON of its transaction object.')
}

/** The folder of the repository that paths of an upload are inside of; empty when it is the repository. */
export const rootOf = ({ projectRoot }: ModelSettings, isInProjectRoot: boolean): string => {
  const root = isInProjectRoot ? (projectRoot ?? '').replaceAll(/^\.?\/+|\/+$/g, '') : ''
  return root === '' || root === '.' ? '' : requirePath(root)
}

/** From the path as the client names it to the path in the repository. */
export const pathIn = (root: string, sent: string): string => {
  const path = requirePath(sent)
  return root === '' ? path : requirePath(`${root}/${path}`)
}

/** The path as the client names it; nothing for what is outside of the root. */
export const pathFrom = (root: string, path: string): string | undefined => {
  if (root === '') return path
  return path.startsWith(`${root}/`) ? path.slice(root.length + 1) : undefined
}
