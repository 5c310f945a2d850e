import { Failure } from '#kernel/failure'

const slugForm = /^[a-z0-9][a-z0-9_-]{0,99}$/

/** A slug as it is kept and looked for. */
export const slugOf = (sent: string): string => {
  const slug = sent.trim().toLowerCase()
  if (!slugForm.test(slug))
    throw new Failure(
      'slug_invalid',
      `"${sent}" is no slug: these have 1 to 100 of a-z, 0-9, - and _, the first a letter or digit, once trimmed and in lowercase.`,
    )
  return slug
}

/** What a request says of the slug: nothing, that there is to be none, or which. */
export const slugSent = (sent: string | null | undefined): string | null | undefined => {
  if (sent === undefined) return undefined
  return sent?.trim() ? slugOf(sent) : null
}

export const slugTaken = (slug: string, cause?: unknown): Failure =>
  new Failure(
    'slug_taken',
    `Another workbook has the slug "${slug}". Choose another, or take it over with \`slugTakeover: true\` if you can edit that workbook.`,
    { cause },
  )
