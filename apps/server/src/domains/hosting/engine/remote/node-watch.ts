import type { EngineNode } from '#nodes'

/** Notices that a node which was asked something has fallen silent. */
export type NodeWatch = {
  /** Answers how to end it. `onSilent` is called at most once. */
  watch: (node: EngineNode, onSilent: () => void) => () => void
}

type Watched = { waiting: Set<() => void>; failed: number; timer: NodeJS.Timeout }

const intervalMs = 2000
const maxFailed = 2

/** One probe of each node at a time, however many requests wait for it, and none of a node that nobody waits for. */
export const createNodeWatch = (isAlive: (address: string) => Promise<boolean>, everyMs = intervalMs): NodeWatch => {
  const nodes = new Map<string, Watched>()
  const probe = async (address: string, watched: Watched): Promise<void> => {
    watched.failed = (await isAlive(address)) ? 0 : watched.failed + 1
    if (nodes.get(address) !== watched) return
    if (watched.failed < maxFailed) {
      watched.timer = setTimeout(() => void probe(address, watched), watched.failed === 0 ? everyMs : 0)
      return
    }
    nodes.delete(address)
    for (const onSilent of watched.waiting) onSilent()
  }
  const begin = (address: string): Watched => {
    const watched: Watched = {
      waiting: new Set(),
      failed: 0,
      timer: setTimeout(() => void probe(address, watched), everyMs),
    }
    nodes.set(address, watched)
    return watched
  }
  return {
    watch: ({ address }, onSilent) => {
      const watched = nodes.get(address) ?? begin(address)
      watched.waiting.add(onSilent)
      return () => {
        watched.waiting.delete(onSilent)
        if (watched.waiting.size > 0 || nodes.get(address) !== watched) return
        clearTimeout(watched.timer)
        nodes.delete(address)
      }
    },
  }
}
