/** A seeded source, so that a finding can be made again. */
export type Random = { whole: (below: number) => number; pick: <T>(from: readonly T[]) => T; bytes: (length: number) => Buffer }

export const createRandom = (seed: number): Random => {
  let state = seed >>> 0
  // mulberry32: small, and even enough for choosing bytes.
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const whole = (below: number): number => Math.floor(next() * below)
  return {
    whole,
    pick: <T>(from: readonly T[]): T => from[whole(from.length)] as T,
    bytes: (length) => Buffer.from(Array.from({ length }, () => whole(256))),
  }
}
