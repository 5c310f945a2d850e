import type { updateFiles as contract } from '@facet/contract'
import type { Handler } from '#context'
import { Failure } from '#kernel/failure'
import { describeChanges, saveFiles } from './save-files.ts'
import { planChanges } from './tree-changes.ts'

type SentFile = { path: string; content: string; encoding?: 'utf8' | 'base64' | null }

const base64 = /^[A-Za-z0-9+/]*={0,2}$/

const contentOf = ({ path, content, encoding }: SentFile): Buffer => {
  if (encoding !== 'base64') return Buffer.from(content, 'utf8')
  if (content.length % 4 !== 0 || !base64.test(content))
    throw new Failure('invalid_request', `The content of "${path.slice(0, 200)}" is not base64, which its encoding says it is.`)
  return Buffer.from(content, 'base64')
}

export const updateFiles: Handler<typeof contract> = async ({ params, body }, context) => {
  const puts = body.files.map((file) => ({ path: file.path, content: contentOf(file) }))
  return saveFiles(context, params.deploymentId, body, describeChanges.bind(undefined, 'Update'), (entries) =>
    planChanges(entries, { puts }),
  )
}
