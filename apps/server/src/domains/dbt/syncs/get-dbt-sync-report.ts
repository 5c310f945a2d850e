import type { getDbtSyncReport as contract } from '@facet/contract'
import type { Handler } from '#context'
import { encodedJson } from '#kernel/answers'
import { readObject } from './read-object.ts'

export const getDbtSyncReport: Handler<typeof contract> = async ({ params }, context) =>
  encodedJson(await readObject(context, params, 'report'))
