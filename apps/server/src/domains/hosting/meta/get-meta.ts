import type { getMeta as contract } from '@facet/contract'
import type { Handler } from '#context'
import { encodedJson } from '#kernel/answers'
import { readMeta } from './read-meta.ts'

export const getMeta: Handler<typeof contract> = async ({ query }, context) =>
  encodedJson(await readMeta(context, query.deploymentId ?? null, query.onlyViews === true))
