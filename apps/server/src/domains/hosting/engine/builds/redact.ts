// Shorter ones are words of any text: "true", "1", "dev".
const minLength = 4

// Of credentials that are JSON: shorter ones are names of their kind, not secrets.
const minLeafLength = 12

const inJson = (value: string): string => JSON.stringify(value).slice(1, -1)

/** The texts within a value that is JSON itself, as the credentials of some warehouses are: code that reads them shows one of them. */
const leavesOf = (value: string): string[] => {
  const walk = (part: unknown): string[] => {
    if (typeof part === 'string') return part.length >= minLeafLength ? [part] : []
    return typeof part === 'object' && part !== null ? Object.values(part).flatMap(walk) : []
  }
  try {
    return /^\s*[{[]/.test(value) ? walk(JSON.parse(value)) : []
  } catch {
    return []
  }
}

const formsOf = (value: string): string[] => [
  value,
  inJson(value),
  // An error that quotes it, in a line that is JSON.
  inJson(inJson(value)),
  encodeURIComponent(value),
  ...(['base64', 'base64url', 'hex'] as const).map((encoding) => Buffer.from(value).toString(encoding)),
  ...leavesOf(value).flatMap((leaf) => [leaf, inJson(leaf), inJson(inJson(leaf))]),
  ...(value.includes('\n') ? value.split('\n').map((line) => line.trim()) : []),
]

/** Puts the name of a variable where a text shows its value: logs and errors are read by more people than variables are. */
export const createRedactor = (variables: Readonly<Record<string, string>>): ((text: string) => string) => {
  const found = new Map<string, string>()
  for (const [name, value] of Object.entries(variables))
    for (const form of formsOf(value)) if (form.length >= minLength && !found.has(form)) found.set(form, name)
  // The longest first: a value may begin with another.
  const forms = [...found].toSorted(([a], [b]) => b.length - a.length)
  return (text) => forms.reduce((left, [form, name]) => left.replaceAll(form, `[${name}]`), text)
}

/** The same for every text within a value. */
export const redactAll = <T>(value: T, redact: (text: string) => string): T => {
  if (typeof value === 'string') return redact(value) as T
  if (Array.isArray(value)) return value.map((each: unknown) => redactAll(each, redact)) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, redactAll(each as unknown, redact)])) as T
}
