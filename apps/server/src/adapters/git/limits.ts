import { ChildLimitExceeded, type ChildLimit, type ChildLimits, describeLimits } from '#adapters/children'
import { Failure } from '#kernel/failure'

const mebibyte = 1_048_576

/** What git may map of packs and their indexes, beside what it allocates. */
const mappedBytes = 2048 * mebibyte

export type GitLimits = { memoryBytes: number }

export const standardGitLimits: GitLimits = { memoryBytes: 256 * mebibyte }

const limitsOf = (memoryBytes: number, cpuSeconds: number, maxFileBytes: number): ChildLimits => ({
  memoryBytes,
  addressSpaceBytes: memoryBytes + mappedBytes,
  cpuSeconds,
  maxOpenFiles: 1024,
  maxFileBytes,
})

/** Of a command on a repository of this node. */
export const commandLimits = ({ memoryBytes }: GitLimits): ChildLimits => limitsOf(memoryBytes, 60, 2048 * mebibyte)

/** Of one that talks to a remote: what that sends is checked and indexed as it comes. */
export const remoteLimits = ({ memoryBytes }: GitLimits, maxFileBytes: number): ChildLimits => limitsOf(memoryBytes, 120, maxFileBytes)

/** Of the one that stays and reads objects. It lives for days: each question has a time of its own instead. */
export const readerLimits = ({ memoryBytes }: GitLimits): ChildLimits => limitsOf(Math.min(memoryBytes, 96 * mebibyte), 86_400, mebibyte)

/**
 * Settings that keep what git holds in memory small, so that its limits are met by what is hostile and not by what is large:
 * files over 16 MB, which no data model has, pass as streams; packs are mapped in pieces; one thread and few bases of deltas.
 */
export const lowMemorySettings = [
  'core.bigFileThreshold=16m',
  'core.packedGitWindowSize=16m',
  'core.packedGitLimit=256m',
  'core.deltaBaseCacheLimit=16m',
  'pack.threads=1',
  'pack.windowMemory=64m',
  'pack.deltaCacheSize=32m',
  'diff.renameLimit=1000',
  'merge.renameLimit=1000',
]

// As git, curl and ssh write it in the C locale. What a remote writes is marked as such and says nothing about this machine.
const signs: [ChildLimit, RegExp][] = [
  ['memory', /^(?!remote:).*(out of memory|cannot allocate memory|mmap failed|unable to create thread)/im],
  ['stack', /died of signal (7|11)\b/i],
  ['processor time', /died of signal (24|9)\b/i],
  ['file size', /died of signal 25\b|file too large/i],
  ['open files', /^(?!remote:).*too many open files/im],
]

/** The limit that a failed command met, where what it wrote says so: git ends by itself when it gets no memory. */
export const findExceeded = (limits: ChildLimits, stderr: string): ChildLimitExceeded | null => {
  const [limit] = signs.find(([, pattern]) => pattern.test(stderr)) ?? []
  if (limit === undefined || limit === 'time' || limit === 'output') return null
  return new ChildLimitExceeded(limit, describeLimits(limits)[limit], stderr)
}

/** A limit that was exceeded is reported to the caller: it is their data model, or the remote, that asked for more. */
export class GitLimitFailure extends Failure {
  readonly limit: ChildLimit

  constructor(command: string, { limit, allowed, stderr }: ChildLimitExceeded) {
    super(
      'resource_limit_exceeded',
      `The work on the data model (git ${command}) exceeded the limit of ${allowed} for one call, so it was stopped and nothing was changed. ` +
        `Remove what is unusually large, deep or long from the files and the history; ${limit === 'memory' ? 'the operator can raise FACET_GIT_MEMORY_MB.' : 'or do it in steps.'}`,
      { cause: new Error(`${limit}: ${stderr.slice(0, 2000)}`) },
    )
    this.limit = limit
  }
}
