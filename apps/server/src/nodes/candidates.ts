import type { LiveNode } from './nodes.ts'

/** Where a process was killed and another one started, its row stays for a while: of one address only the newest can be reached. */
export const newestOfEachAddress = (oldestFirst: readonly LiveNode[]): LiveNode[] => [
  ...new Map(oldestFirst.map((node) => [node.address ?? node.id, node])).values(),
]

/** Nodes that did not answer, for as long as they are not chosen for it. */
export type Suspicions = { suspect: (nodeId: string) => void; isSuspected: (node: Pick<LiveNode, 'id'>) => boolean }

const suspectedMs = 15_000

export const createSuspicions = (nowMs: () => number): Suspicions => {
  const suspectedUntilMs = new Map<string, number>()
  return {
    suspect: (nodeId) => void suspectedUntilMs.set(nodeId, nowMs() + suspectedMs),
    isSuspected: ({ id }) => {
      const untilMs = suspectedUntilMs.get(id) ?? 0
      if (untilMs <= nowMs()) suspectedUntilMs.delete(id)
      return untilMs > nowMs()
    },
  }
}
