import { createTextIndex } from './text-index.ts'
import { formsOf, type ValueForm } from './value-forms.ts'

// Shorter ones are words of any text: "true", "1", "dev".
const minLength = 4

/**
 * So much of a form is enough to recognise it; what follows is compared with the rest as far as both agree. Who cuts a text keeps so much
 * more of it until it is redacted: then no half of a value is left at the cut.
 */
export const redactMargin = 64

// What recognising takes for all forms together: the rest is not looked for.
const maxNodes = 262_144
// Of forms that begin alike.
const maxAlike = 8
// Of a form that goes on: kept once it was needed.
const keptChars = 512

type LongForm = Pick<ValueForm, 'name' | 'rank' | 'first'> & { kept?: string }
type Place = { short?: Pick<ValueForm, 'name' | 'rank'>; long: LongForm[] }
type Span = { start: number; end: number; length: number; name: string; rank: number }

/** How many characters of a text are those of a form. */
const agreementOf = (text: string, start: number, form: LongForm): number => {
  form.kept ??= form.first(keptChars)
  let known = form.kept
  let same = redactMargin
  for (let chars = keptChars; ; ) {
    while (same < known.length && text.charCodeAt(start + same) === known.charCodeAt(same)) same += 1
    if (same < known.length || known.length < chars) break
    chars *= 4
    known = form.first(chars)
  }
  const isHalf = text.charCodeAt(start + same - 1) >>> 10 === 0x36 && text.charCodeAt(start + same) >>> 10 === 0x37
  return isHalf ? same + 1 : same
}

const isBefore = (one: Span, other: Span): boolean => one.length > other.length || (one.length === other.length && one.rank < other.rank)

const joined = (one: Span, other: Span): Span => ({
  ...(isBefore(one, other) ? one : other),
  start: Math.min(one.start, other.start),
  end: Math.max(one.end, other.end),
})

const placesOf = (variables: Readonly<Record<string, string>>) => {
  const index = createTextIndex(maxNodes)
  const places = new Map<number, Place>()
  for (const { name, rank, first } of formsOf(variables)) {
    const text = first(redactMargin + 1)
    if (text.length < minLength) continue
    const node = index.add(text.slice(0, redactMargin))
    if (node === null) break
    const place = places.get(node) ?? { long: [] }
    places.set(node, place)
    if (text.length > redactMargin) {
      if (place.long.length < maxAlike) place.long.push({ name, rank, first })
    } else if (!place.short || rank < place.short.rank) place.short = { name, rank }
  }
  return { index, places }
}

/**
 * Puts the name of a variable where a text shows its value: logs and errors are read by more people than variables are. One pass over the
 * text for all values: it was written by code that nobody here knows, and everybody waits meanwhile. Of values that overlap the longest
 * gives the name, and nothing of the others is left.
 */
export const createRedactor = (variables: Readonly<Record<string, string>>): ((text: string) => string) => {
  const { index, places } = placesOf(variables)

  const spanOf = (text: string, end: number, { short, long }: Place, depth: number, isNew: boolean): Span => {
    const start = end - depth
    const spans = short ? [{ start, end, length: depth, ...short }] : []
    for (const form of long) {
      const length = isNew ? agreementOf(text, start, form) : depth
      spans.push({ start, end: start + length, length, name: form.name, rank: form.rank })
    }
    return spans.reduce((best, span) => (isBefore(span, best) ? span : best))
  }

  return (text) => {
    const spans: Span[] = []
    index.scan(text, (end, node, depth) => {
      const place = places.get(node)
      if (!place) return
      // What was found already reaches further: to compare again at every character of it would take the square of its length.
      let span = spanOf(text, end, place, depth, end > (spans.at(-1)?.end ?? 0))
      for (let last = spans.at(-1); last && last.end > span.start; last = spans.at(-1)) {
        span = joined(last, span)
        spans.pop()
      }
      spans.push(span)
    })
    let shown = ''
    let at = 0
    for (const { start, end, name } of spans) {
      shown += `${text.slice(at, start)}[${name}]`
      at = end
    }
    return at === 0 ? text : shown + text.slice(at)
  }
}
