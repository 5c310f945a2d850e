import type { queryMeta as contract, Static } from '@facet/contract'
import type { Handler } from '#context'
import { readMeta } from './read-meta.ts'

type Meta = Static<(typeof contract)['returns']>

export const queryMeta: Handler<typeof contract> = async ({ body }, context) => {
  const { selectors } = body
  const { deploymentId, cubes, onlyViews } = Array.isArray(selectors) ? { cubes: selectors } : (selectors ?? {})
  const meta = JSON.parse((await readMeta(context, deploymentId ?? null, onlyViews === true)).toString('utf8')) as Meta
  const wanted = cubes ? new Set<unknown>(cubes) : null
  return wanted ? { ...meta, cubes: meta.cubes.filter((cube) => wanted.has(cube['name'])) } : meta
}
