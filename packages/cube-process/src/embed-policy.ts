import type { CubeEvaluator } from './engine-types.ts'

/** What an embed session gets from a cube without an access policy; the strictest first. */
export const embedPolicies = ['refuse', 'warn', 'allow'] as const
export type EmbedPolicy = (typeof embedPolicies)[number]

/** The engine was told one when it started, and the gateway knows the one of now; whichever is stricter holds. */
export const stricterOf = (one: EmbedPolicy, other: EmbedPolicy): EmbedPolicy =>
  embedPolicies.find((policy) => policy === one || policy === other) ?? 'refuse'

/** A name that is no cube is left to the engine, which says so. A view counts as itself; what it is made of does not. */
export const isUnprotected = ({ evaluatedCubes }: Pick<CubeEvaluator, 'evaluatedCubes'>, name: string): boolean =>
  Object.hasOwn(evaluatedCubes, name) && !evaluatedCubes[name]?.accessPolicy?.length
