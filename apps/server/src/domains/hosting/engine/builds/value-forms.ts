/** A form in which a text may show a value. Its beginning is made when it is asked for: of large values the rest is seldom needed. */
export type ValueForm = { name: string; rank: number; first: (chars: number) => string }

// Of credentials that are JSON: shorter ones are names of their kind, not secrets.
const minLeafLength = 12
// Of one value: lines and texts within. The longest chains of certificates have some hundred lines.
const maxParts = 512
// Of all values together: so much is read as JSON.
const maxJsonChars = 1_048_576

type Encode = (value: string) => string

const plain: Encode = (value) => value
const inJson: Encode = (value) => JSON.stringify(value).slice(1, -1)
// An error that quotes it, in a line that is JSON.
const inJsonTwice: Encode = (value) => inJson(inJson(value))
const encodings = (['base64', 'base64url', 'hex'] as const).map(
  (encoding): Encode =>
    (value) =>
      Buffer.from(value).toString(encoding),
)

const ofWhole: readonly Encode[] = [plain, inJson, inJsonTwice, encodeURIComponent, ...encodings]
const ofText: readonly Encode[] = [plain, inJson, inJsonTwice]

const isHigh = (code: number): boolean => code >= 0xd800 && code < 0xdc00

/** The beginning of a form takes no more characters of the value than it has itself, and one for what ends in between. */
const beginningOf = (value: string, chars: number): string => {
  const end = chars + 1
  return value.slice(0, end < value.length && isHigh(value.charCodeAt(end - 1)) ? end + 1 : end)
}

/** The texts within a value that is JSON itself, as the credentials of some warehouses are: code that reads them shows one of them. */
const leavesOf = (value: string): string[] => {
  const leaves: string[] = []
  try {
    const left: unknown[] = [JSON.parse(value)]
    while (left.length > 0 && leaves.length < maxParts) {
      const part = left.pop()
      if (typeof part === 'string' && part.length >= minLeafLength) leaves.push(part.toWellFormed())
      else if (typeof part === 'object' && part !== null) for (const inner of Object.values(part)) left.push(inner)
    }
  } catch {
    // Not JSON after all.
  }
  return leaves
}

/** The forms of all values: those of whole values come first, so that they have room whatever the parts need. */
export function* formsOf(variables: Readonly<Record<string, string>>): Generator<ValueForm> {
  const values = Object.entries(variables).map(([name, value], rank) => ({ name, rank, value: value.toWellFormed() }))
  const form = (owner: { name: string; rank: number }, value: string, encode: Encode): ValueForm => ({
    name: owner.name,
    rank: owner.rank,
    first: (chars) => encode(beginningOf(value, chars)).slice(0, chars),
  })
  for (const each of values) for (const encode of ofWhole) yield form(each, each.value, encode)
  let jsonChars = 0
  for (const each of values) {
    if (/^\s{0,100}[{[]/.test(each.value) && (jsonChars += each.value.length) <= maxJsonChars)
      for (const leaf of leavesOf(each.value)) for (const encode of ofText) yield form(each, leaf, encode)
    if (each.value.includes('\n')) for (const line of each.value.split('\n', maxParts)) yield form(each, line.trim(), plain)
  }
}
