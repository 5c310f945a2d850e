import { Failure } from '#kernel/failure'
import { pointerTo } from '#kernel/json-pointer'
import { firstProblems } from '#kernel/problems'

/** What a security context may hold at most: it travels with every query and is part of cache keys. */
export const contextLimits = { bytes: 16_384, depth: 10 } as const

// Ours, the engine's older names for the same, and the registered claims of a token.
const reserved = new Set(['cubeCloud', 'u', 'scope', 'iss', 'sub', 'aud', 'exp', 'nbf', 'iat', 'jti'])
const prototypeKeys = new Set(['__proto__', 'constructor', 'prototype'])

export type ContextProblem = { code: 'security_context_reserved' | 'security_context_too_large'; pointer: string; message: string }

function* problemsIn(value: unknown, pointer: string, depth: number): Generator<ContextProblem> {
  if (typeof value === 'string' && value.includes('\u0000'))
    yield { code: 'security_context_reserved', pointer, message: 'holds a NUL character, which no query can carry.' }
  if (typeof value !== 'object' || value === null) return
  if (depth > contextLimits.depth) {
    yield { code: 'security_context_too_large', pointer, message: `is nested more than ${contextLimits.depth} deep.` }
    return
  }
  for (const [key, inner] of Object.entries(value)) {
    const at = pointerTo(pointer, key)
    if (!Array.isArray(value) && (prototypeKeys.has(key) || key.includes('\u0000') || (depth === 1 && reserved.has(key))))
      yield { code: 'security_context_reserved', pointer: at, message: 'is a name only the platform may set in a security context.' }
    else yield* problemsIn(inner, at, depth + 1)
  }
}

/**
 * The first problems of a security context that a caller sends. Policies trust the names that only the platform sets. A context over the
 * size limit is not searched: that would cost time in proportion to the body.
 */
export const contextProblems = (pointer: string, context: Record<string, unknown>): ContextProblem[] => {
  const bytes = Buffer.byteLength(JSON.stringify(context))
  if (bytes <= contextLimits.bytes) return firstProblems(problemsIn(context, pointer, 1))
  const message = `has ${bytes} bytes as JSON; the limit is ${contextLimits.bytes}. Send identifiers and let the data model look up the rest.`
  return [{ code: 'security_context_too_large', pointer, message }]
}

export const requireSafeContext = (pointer: string, context: Record<string, unknown>): void => {
  const [first, ...more] = contextProblems(pointer, context)
  if (first)
    throw new Failure(first.code, `${first.pointer} ${first.message}`, {
      errors: [first, ...more].map((problem) => ({ pointer: problem.pointer, message: problem.message })),
    })
}
