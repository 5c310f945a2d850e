import type { Accepted } from '@facet/embed/page'
import type { Begun } from './begin-bootstrap.ts'

/** What the script in the document has begun before the bundle was there. */
export type Handover = {
  /** `port`: the session comes from the SDK around. `preload`: only files are fetched. `plain`: it was in the address, or there is none. */
  mode: 'port' | 'preload' | 'plain'
  /** Nothing where the address carried no session: whoever opened it would sign in. Set later where the session comes over a port. */
  begun?: Begun
  host?: Promise<Accepted>
}

/** In the history of a frame that had a session in its address: loaded again it has none, and that is not for want of one. */
export const usedSession = 'used'

type Holder = { facetHandover?: Handover }

const holder = globalThis as Holder

export const leaveHandover = (handover: Handover): void => {
  holder.facetHandover = handover
}

/** Taken once: a session does not stay where another script could read it. */
export const takeHandover = (): Handover => {
  const { facetHandover = { mode: 'plain' } } = holder
  delete holder.facetHandover
  return facetHandover
}
