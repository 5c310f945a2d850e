import { isBranchRef } from './remote-refs.ts'

/** `ref` is the branch that was pushed, null when the sender leaves it to us; `moreRefs` are others of the same push. */
export type PushEvent = { ref: string | null; moreRefs: string[] }

type Headers = Record<string, string | string[] | undefined>

const at = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined

// More branches than this in one push are beyond what anyone watches.
const maxRefs = 100
const each = (value: unknown): unknown[] => (Array.isArray(value) ? value.slice(0, maxRefs) : [])

const isNowhere = (sha: unknown): boolean => typeof sha === 'string' && /^0+$/.test(sha)

const refsIn: Record<string, (body: unknown) => unknown[]> = {
  github: (body) => (at(body, 'deleted') === true || isNowhere(at(body, 'after')) ? [] : [at(body, 'ref')]),
  gitlab: (body) => (isNowhere(at(body, 'after')) ? [] : [at(body, 'ref')]),
  bitbucketCloud: (body) =>
    each(at(at(body, 'push'), 'changes')).flatMap((change) => {
      const branch = at(change, 'new')
      const name = at(branch, 'name')
      return at(branch, 'type') === 'branch' && typeof name === 'string' ? [`refs/heads/${name}`] : []
    }),
  bitbucketServer: (body) =>
    each(at(body, 'changes')).flatMap((change) => (at(change, 'type') === 'DELETE' ? [] : [at(at(change, 'ref'), 'id')])),
  azure: (body) =>
    each(at(at(body, 'resource'), 'refUpdates')).flatMap((update) => (isNowhere(at(update, 'newObjectId')) ? [] : [at(update, 'name')])),
}

const senderOf = (header: (name: string) => string | null, body: unknown): string | null => {
  if (header('x-github-event') === 'push') return 'github'
  if (header('x-gitlab-event') === 'Push Hook') return 'gitlab'
  if (header('x-event-key') === 'repo:push') return 'bitbucketCloud'
  if (header('x-event-key') === 'repo:refs_changed') return 'bitbucketServer'
  return at(body, 'eventType') === 'git.push' ? 'azure' : null
}

/** Reads the notice of a push to a branch as GitLab, Bitbucket, Azure DevOps, GitHub or a script sends it; null for anything else. */
export const readPushEvent = (headers: Headers, body: unknown): PushEvent | null => {
  const header = (name: string): string | null => {
    const value = headers[name]
    return typeof value === 'string' ? value.trim() : null
  }
  const sender = senderOf(header, body)
  if (sender === null) {
    if (header('x-git-event')?.toLowerCase() !== 'push') return null
    const ref = at(body, 'ref') ?? null
    if (ref === null) return { ref, moreRefs: [] }
    return isBranchRef(ref) ? { ref, moreRefs: [] } : null
  }
  const [ref, ...moreRefs] = new Set(refsIn[sender]?.(body).filter(isBranchRef))
  return ref === undefined ? null : { ref, moreRefs }
}
