import { hash } from 'node:crypto'

const weightOf = (nodeId: string, thing: string): Buffer => hash('sha256', `${nodeId} ${thing}`, 'buffer')

/**
 * Rendezvous hashing: of all candidates the one whose hash with the thing is the highest. Everybody who knows the same
 * candidates picks the same one, in whatever order they are listed, and one that leaves moves only what was its own.
 */
export const highestOf = <Candidate extends { id: string }>(candidates: readonly Candidate[], thing: string): Candidate | null => {
  let best: { candidate: Candidate; weight: Buffer } | null = null
  for (const candidate of candidates) {
    const weight = weightOf(candidate.id, thing)
    if (best === null || weight.compare(best.weight) > 0) best = { candidate, weight }
  }
  return best?.candidate ?? null
}
