import type { Embedding } from '../../../harness/embedding.ts'
import type { FacetProcess } from '../../../harness/installation.ts'

export type Load = { mints: number; exchanges: number; uses: number; failed: number; slowestMs: number; example?: string }

/** Mints, exchanges and uses tokens without a pause until stopped. A new token makes the process read its grant. */
export const keepMinting = (embedding: Embedding, processes: FacetProcess[], workers: number): (() => Promise<Load>) => {
  const stopping = new AbortController()
  const load: Load = { mints: 0, exchanges: 0, uses: 0, failed: 0, slowestMs: 0 }
  const note = (name: 'mints' | 'exchanges' | 'uses', { status, code, tookMs }: { status: number; code: string; tookMs: number }): void => {
    load[name]++
    load.slowestMs = Math.max(load.slowestMs, Math.round(tookMs))
    if (status === 200) return
    load.failed++
    load.example ??= `${name}: ${status} ${code}`
  }
  const work = async (place: number): Promise<void> => {
    const process = processes[place % processes.length] as FacetProcess
    while (!stopping.signal.aborted) {
      // One user per worker, so that no worker waits for another's row.
      const minted = await embedding.mint(process, { externalId: `worker-${place}` })
      note('mints', minted)
      if (minted.status !== 200) continue
      const exchanged = await embedding.exchange(process, String(minted.body['sessionId']))
      note('exchanges', exchanged)
      if (exchanged.status === 200) note('uses', await embedding.use(process, String(exchanged.body['token'])))
    }
  }
  const running = Array.from({ length: workers }, (_, place) => work(place))
  return async () => {
    stopping.abort()
    await Promise.all(running)
    return load
  }
}
