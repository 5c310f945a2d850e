export type Draws = {
  below: (limit: number) => number
  oneOf: <T>(values: readonly T[]) => T
  /** Each of them or not. */
  someOf: <T>(values: readonly T[]) => T[]
  isLucky: (share: number) => boolean
}

/** Random choices that a seed repeats (a linear congruential generator, of which the upper bits are used). */
export const drawsFrom = (seed: number): Draws => {
  let state = BigInt(seed)
  const next = (): number => {
    state = BigInt.asUintN(64, state * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n)
    return Number(state >> 32n) / 4_294_967_296
  }
  const below = (limit: number): number => Math.floor(next() * limit)
  return {
    below,
    oneOf: (values) => values[below(values.length)] as (typeof values)[number],
    someOf: (values) => values.filter(() => next() < 0.5),
    isLucky: (share) => next() < share,
  }
}
