// Shorter ones are words of any text: "true", "1", "dev".
const minLength = 4

const formsOf = (value: string): string[] => [
  value,
  JSON.stringify(value).slice(1, -1),
  encodeURIComponent(value),
  Buffer.from(value).toString('base64'),
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
