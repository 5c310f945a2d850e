import type { RunningStep } from './types.ts'

export type Defects = {
  /** What a heartbeat says: how far it is, and how many there were. */
  progress: (phase: string) => unknown
  /** One more; gives how many there were. */
  count: () => number
}

const countIn = (progress: unknown): number =>
  typeof progress === 'object' && progress !== null && 'defects' in progress && typeof progress.defects === 'number' ? progress.defects : 0

/**
 * How often a build met what is no outage and no fault of the model. Attempts do not tell: they count outages and workers that died as well.
 * It goes from one attempt to the next with the heartbeat.
 */
export const createDefects = ({ progress: before, heartbeat }: Pick<RunningStep, 'progress' | 'heartbeat'>): Defects => {
  let defects = countIn(before)
  const progress = (phase: string) => ({ phase, defects })
  return {
    progress,
    count: () => {
      defects++
      heartbeat(progress('failed'))
      return defects
    },
  }
}
