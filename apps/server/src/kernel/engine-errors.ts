/** What an embed caller is told in place of the engine's words, which can hold values of rows that are not theirs. */
export type SafeError = { status: number; code: string; error: string }

type Known = { form: RegExp; status: number; code: string; error: string }

const known: Known[] = [
  {
    form: /facet:no_access_policy:/,
    status: 403,
    code: 'cube_without_access_policy',
    error: 'This part of the data model has no access policy, so it is closed to embed sessions.',
  },
  {
    form: /facet:extended_metadata/,
    status: 403,
    code: 'extended_metadata_closed',
    error: 'Embed sessions read metadata without the parameter `extended`.',
  },
  { form: /hidden member/i, status: 403, code: 'member_denied', error: 'The query names a member that this session may not see.' },
  {
    form: /facet:rollup_only|rollup.?only|No pre-aggregation/i,
    status: 400,
    code: 'rollup_only',
    error: 'The query is answered from pre-aggregations only, and none fits it.',
  },
  { form: /API scope is missing/, status: 403, code: 'scope_missing', error: 'The engine does not serve this to embed sessions.' },
  {
    form: /Invalid query format|Query should contain|Can't parse date|query type is not supported|not found for path|query limit has been exceeded|Invalid JSON/i,
    status: 400,
    code: 'invalid_query',
    error: 'The query is not of a form that can be answered. Check names of members, filters, dates and limits.',
  },
]

const failed = (status: number): SafeError => ({
  status: status >= 500 ? 500 : 400,
  code: 'query_failed',
  error: 'The query failed. The log of the deployment says why, by the request id.',
})

const hiddenMember = /hidden member: '([^']{1,500})'/i

/**
 * An engine's refusal of access, for callers that read its errors: never 500, whatever the engine returns, and without the engine's advice to
 * make the member public. A member that the caller named is named again.
 */
export const accessRefusalOf = (text: string): SafeError | undefined => {
  const found = known.find(({ form }) => form.test(text))
  if (found?.status !== 403) return undefined
  const member = hiddenMember.exec(text)?.[1]
  const error = member === undefined ? found.error : `The data model hides "${member}" from this token. Leave it out of the query.`
  return { status: found.status, code: found.code, error }
}

/** Only the code is taken from the engine's words, never a part of them. */
export const safeErrorOf = (status: number, text: string): SafeError => {
  const found = known.find(({ form }) => form.test(text))
  return found ? { status: found.status, code: found.code, error: found.error } : failed(status)
}
