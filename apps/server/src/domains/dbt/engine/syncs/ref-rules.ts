import { Failure } from '#kernel/failure'

const maxLength = 200

/** As `git check-ref-format` has it, and nothing that git would take for an option. */
const unfit: readonly (readonly [RegExp, string])[] = [
  [/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/i, 'is the SHA of a commit; name a branch or a tag that has it'],
  [/^[-/.]/, 'begins with "-", "/" or "."'],
  [/[/.]$/, 'ends with "/" or "."'],
  [/[\p{Cc} ~^:?*[\\]/u, 'holds a space, a control character or one of ~ ^ : ? * [ \\'],
  [/\.\.|@\{|\/\/|\/\.|\.lock(?:\/|$)|^@$/, 'is not a name that git gives to a branch or a tag'],
]

/** A branch or tag of the dbt repository; empty is none. Whether the repository has it is seen when it is cloned. */
export const requireRef = (sent: string | null | undefined): string | null => {
  const ref = sent?.trim() ?? ''
  if (ref === '') return null
  const problem = ref.length > maxLength ? `is longer than ${maxLength} characters` : unfit.find(([form]) => form.test(ref))?.[1]
  if (problem === undefined) return ref
  throw new Failure('dbt_ref_invalid', `"${ref.slice(0, maxLength)}" cannot be the ref of a sync: it ${problem}.`)
}
