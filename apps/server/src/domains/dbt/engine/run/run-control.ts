/** How a phase is watched and ended. */
export type RunControl = {
  /** Whatever runs is killed within a second. */
  signal: AbortSignal
  timeoutMs: number
  /** Told what is being worked on, such as the path of a model. It may be called often and must not wait. */
  onProgress: (workingOn: string) => void
}

/** Keeps what was told last: a phase that is ended says what it was doing. */
export const watchProgress = ({ onProgress }: RunControl, first: string) => {
  let workingOn = first
  onProgress(first)
  return {
    at: () => workingOn,
    now: (next: string): void => {
      if (next === workingOn) return
      workingOn = next
      onProgress(next)
    },
  }
}
