/** What the script in the document has begun before the bundle was there. */
export type Handover = {
  /** Nothing where the address carried none: whoever opened it would sign in. */
  session: string | null
}

type Holder = { facetHandover?: Handover }

const holder = globalThis as Holder

export const leaveHandover = (handover: Handover): void => {
  holder.facetHandover = handover
}

/** Taken once: a session does not stay where another script could read it. */
export const takeHandover = (): Handover => {
  const { facetHandover = { session: null } } = holder
  delete holder.facetHandover
  return facetHandover
}
