import { pause } from '../../../harness/numbers.ts'

/** Repeats work beside a load, and ignores its failures. */
export const startLoop = (everyMs: number, work: (number: number) => Promise<unknown>) => {
  let number = 0
  let stopping = new AbortController()
  let running: Promise<void> = Promise.resolve()
  const turn = async ({ signal }: AbortController): Promise<void> => {
    while (!signal.aborted) {
      await work(number++).catch(() => undefined)
      await pause(everyMs)
    }
  }
  return {
    start: (): void => {
      stopping = new AbortController()
      running = turn(stopping)
    },
    stop: async (): Promise<void> => {
      stopping.abort()
      await running
    },
  }
}
