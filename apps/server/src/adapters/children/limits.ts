/** What one child may use. Each process that it starts has the same limits, counted anew; a group is what bounds them together. */
export type ChildLimits = {
  /** What a process allocates. Files that it only maps are not counted. */
  memoryBytes: number
  /** Everything a process maps, files too. Left out for programs that reserve far more than they use. */
  addressSpaceBytes?: number
  /** Null for what runs for as long as it is asked things. */
  cpuSeconds: number | null
  maxOpenFiles: number
  /** Of each file that it writes. */
  maxFileBytes: number
}

/** What any process has for calls within calls. Text that is nested deep enough uses it up. */
const stackBytes = 8 * 1_048_576

export type ChildLimit = 'memory' | 'stack' | 'processor time' | 'time' | 'output' | 'file size' | 'open files'

/** A child that was ended, or ended itself, because it went over a limit. */
export class ChildLimitExceeded extends Error {
  readonly limit: ChildLimit
  /** The limit in words: `256 MB of memory`. */
  readonly allowed: string
  readonly stderr: string

  constructor(limit: ChildLimit, allowed: string, stderr = '') {
    super(`A child went over its ${allowed}.`)
    this.name = 'ChildLimitExceeded'
    this.limit = limit
    this.allowed = allowed
    this.stderr = stderr
  }
}

export const megabytes = (bytes: number): string => (bytes < 1_048_576 ? `${bytes} bytes` : `${Math.floor(bytes / 1_048_576)} MB`)

export const describeLimits = (limits: ChildLimits): Record<Exclude<ChildLimit, 'time' | 'output'>, string> => ({
  memory: `${megabytes(limits.memoryBytes)} of memory`,
  stack: `${megabytes(stackBytes)} of stack`,
  'processor time': `${limits.cpuSeconds ?? 'unlimited'} s of CPU time`,
  'file size': `${megabytes(limits.maxFileBytes)} for a file`,
  'open files': `${limits.maxOpenFiles} open files`,
})

/** A second after the first signal, which says what it was, comes one that nothing survives. */
export const prlimitArguments = (limits: ChildLimits): string[] => [
  `--data=${limits.memoryBytes}`,
  ...(limits.addressSpaceBytes === undefined ? [] : [`--as=${limits.addressSpaceBytes}`]),
  ...(limits.cpuSeconds === null ? [] : [`--cpu=${limits.cpuSeconds}:${limits.cpuSeconds + 1}`]),
  `--nofile=${limits.maxOpenFiles}`,
  `--fsize=${limits.maxFileBytes}`,
  `--stack=${stackBytes}`,
  '--core=0',
]

/** What the shell of any system can do. Few systems beside Linux hold a process to a limit of memory. */
export const ulimitScript = (limits: ChildLimits): string =>
  `ulimit -c 0; ulimit -t ${limits.cpuSeconds ?? 'unlimited'}; ulimit -n ${limits.maxOpenFiles}; exec "$@"`
