import { type PushHeaders, readPushNotice } from './push-notice.ts'
import { isBranchRef } from './remote-refs.ts'

/** `ref` is the branch that was pushed, null when the sender leaves it to us; `moreRefs` are others of the same push. */
export type PushEvent = { ref: string | null; moreRefs: string[] }

/** The branches that the notice of a push says have moved; null where it names none, or is of something else. */
export const readPushEvent = (headers: PushHeaders, body: unknown): PushEvent | null => {
  const moved = readPushNotice(headers, body)?.updates.filter(({ isDeleted }) => !isDeleted) ?? []
  if (moved.some(({ ref }) => ref === null)) return { ref: null, moreRefs: [] }
  const [ref, ...moreRefs] = new Set(moved.map((update) => update.ref).filter(isBranchRef))
  return ref === undefined ? null : { ref, moreRefs }
}
