import type { getDbtSyncDiff as contract } from '@facet/contract'
import type { Handler } from '#context'
import { encodedJson, writtenDocument } from '#kernel/answers'
import { readObject } from './read-object.ts'

const documents = { markdown: 'text/markdown', sarif: 'application/sarif+json' } as const

export const getDbtSyncDiff: Handler<typeof contract> = async ({ params, query }, context) => {
  const format = query.format ?? 'json'
  const bytes = await readObject(context, params, `diff_${format}`)
  return format === 'json' ? encodedJson(bytes) : writtenDocument(documents[format], bytes.toString('utf8'))
}
