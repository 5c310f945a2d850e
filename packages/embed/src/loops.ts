import { createLoop, type Loop } from './loop.ts'

/** Named by the version of what is kept there: two copies of this package in a page share it only while they agree on its shape. */
const place = Symbol.for('@facet/embed loops 1')

type Owner = Document & { [place]?: WeakMap<object, Loop> }

/**
 * The loop of a callback belongs to the document: it ends with it, it is one for all copies of this package in the page, and a server
 * that imports the package shares nothing between requests. An entry goes with its callback.
 */
export const loopOf = (document: Document, callback: object): Loop => {
  const owner: Owner = document
  owner[place] ??= new WeakMap()
  const loops = owner[place]
  const loop = loops.get(callback) ?? createLoop(document)
  loops.set(callback, loop)
  return loop
}
