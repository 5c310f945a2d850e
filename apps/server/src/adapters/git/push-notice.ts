/** A ref that a push moved. `ref` is its full name, null when the sender leaves it to us; hashes are null when they are not told. */
export type RefUpdate = { ref: string | null; before: string | null; after: string | null; isDeleted: boolean }

/** What a git host tells of a push, believed as far as its sender is. `defaultBranch` is that of the repository, where it is told. */
export type PushNotice = { updates: RefUpdate[]; defaultBranch: string | null }

export type PushHeaders = Record<string, string | string[] | undefined>

const at = (value: unknown, ...path: string[]): unknown => {
  let inner = value
  for (const key of path) {
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner) || !Object.hasOwn(inner, key)) return undefined
    inner = (inner as Record<string, unknown>)[key]
  }
  return inner
}

// More branches than this in one push are beyond what anyone watches.
const maxRefs = 100
const each = (value: unknown): unknown[] => (Array.isArray(value) ? value.slice(0, maxRefs) : [])

const textIn = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** Hosts write zeros for a commit that is not there: before a branch was made, after it was deleted. */
const isNowhere = (sha: unknown): boolean => typeof sha === 'string' && /^0+$/.test(sha)
const shaIn = (value: unknown): string | null => (typeof value === 'string' && !isNowhere(value) ? value.toLowerCase() : null)

type Told = { ref: unknown; before: unknown; after: unknown; isDeleted?: boolean }

/** What is no text is no ref of anybody. */
const updatesOf = (told: Told[]): RefUpdate[] =>
  told.flatMap(({ ref, before, after, isDeleted = false }) =>
    typeof ref === 'string' ? [{ ref, before: shaIn(before), after: shaIn(after), isDeleted: isDeleted || isNowhere(after) }] : [],
  )

const oneRef = (body: unknown): Told => ({ ref: at(body, 'ref'), before: at(body, 'before'), after: at(body, 'after') })

const kinds: Record<string, string> = { branch: 'refs/heads/', tag: 'refs/tags/' }

/** Bitbucket names a branch or a tag by its kind; one that was deleted is told by what it was. */
const cloudChange = (change: unknown): Told => {
  const [before, after] = [at(change, 'old'), at(change, 'new')]
  const named = typeof after === 'object' && after !== null ? after : before
  const [kind, name] = [at(named, 'type'), at(named, 'name')]
  const prefix = typeof kind === 'string' && Object.hasOwn(kinds, kind) ? kinds[kind] : undefined
  return {
    ref: prefix === undefined || typeof name !== 'string' ? undefined : `${prefix}${name}`,
    before: at(before, 'target', 'hash'),
    after: at(after, 'target', 'hash'),
    isDeleted: named !== after,
  }
}

type Reader = { updates: (body: unknown) => Told[]; defaultBranch?: (body: unknown) => unknown }

const github: Reader = {
  updates: (body) => [{ ...oneRef(body), isDeleted: at(body, 'deleted') === true }],
  defaultBranch: (body) => at(body, 'repository', 'default_branch'),
}
const gitlab: Reader = { updates: (body) => [oneRef(body)], defaultBranch: (body) => at(body, 'project', 'default_branch') }
const bitbucketCloud: Reader = {
  updates: (body) => each(at(body, 'push', 'changes')).map(cloudChange),
  defaultBranch: (body) => at(body, 'repository', 'mainbranch', 'name'),
}
const bitbucketServer: Reader = {
  updates: (body) =>
    each(at(body, 'changes')).map((change) => ({
      ref: at(change, 'ref', 'id'),
      before: at(change, 'fromHash'),
      after: at(change, 'toHash'),
      isDeleted: at(change, 'type') === 'DELETE',
    })),
}
const azure: Reader = {
  updates: (body) =>
    each(at(body, 'resource', 'refUpdates')).map((update) => ({
      ref: at(update, 'name'),
      before: at(update, 'oldObjectId'),
      after: at(update, 'newObjectId'),
    })),
  defaultBranch: (body) => at(body, 'resource', 'repository', 'defaultBranch'),
}
const script: Reader = { updates: (body) => [oneRef(body)] }

const readerOf = (headers: PushHeaders, body: unknown): Reader | null => {
  const header = (name: string): string => textIn(headers[name])?.trim() ?? ''
  if (header('x-github-event') === 'push') return github
  if (['Push Hook', 'Tag Push Hook'].includes(header('x-gitlab-event'))) return gitlab
  if (header('x-event-key') === 'repo:push') return bitbucketCloud
  if (header('x-event-key') === 'repo:refs_changed') return bitbucketServer
  if (at(body, 'eventType') === 'git.push') return azure
  return header('x-git-event').toLowerCase() === 'push' ? script : null
}

/** Reads the notice of a push as GitHub, GitLab, Bitbucket, Azure DevOps or a script sends it; null for anything else. */
export const readPushNotice = (headers: PushHeaders, body: unknown): PushNotice | null => {
  const reader = readerOf(headers, body)
  if (!reader) return null
  const told = reader.updates(body)
  const defaultBranch = textIn(reader.defaultBranch?.(body))?.replace(/^refs\/heads\//, '') ?? null
  // Scripts may leave the ref out; hosts never do.
  if (reader === script && (at(body, 'ref') ?? null) === null)
    return { updates: [{ ref: null, before: shaIn(at(body, 'before')), after: shaIn(at(body, 'after')), isDeleted: false }], defaultBranch }
  return { updates: updatesOf(told), defaultBranch }
}
