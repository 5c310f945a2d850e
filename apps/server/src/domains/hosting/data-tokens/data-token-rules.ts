import { type DataScope, dataScopes } from '@facet/contract'
import { Failure } from '#kernel/failure'

/** What a token may be used for: what was asked for, or all that its kind may have. Metadata alone for those that sync it. */
export const scopesOf = (kind: 'environment' | 'meta_sync', asked: readonly string[] | null | undefined): DataScope[] => {
  const allowed: readonly DataScope[] = kind === 'meta_sync' ? ['meta'] : dataScopes
  if (asked == null) return [...allowed]
  const wrong = asked.filter((scope) => !(allowed as readonly string[]).includes(scope))
  if (wrong.length > 0)
    throw new Failure(
      'data_scope_invalid',
      `The scope "${wrong[0]}" is none that this token may have. Use some of: ${allowed.join(', ')}.`,
      {
        errors: wrong.map((scope) => ({
          pointer: `/body/scopes/${asked.indexOf(scope)}`,
          message: `must be one of: ${allowed.join(', ')}.`,
        })),
      },
    )
  return allowed.filter((scope) => asked.includes(scope))
}
