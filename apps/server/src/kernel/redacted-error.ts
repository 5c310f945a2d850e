/** An error as those read it who may: without the values of variables. Whatever is not JSON is redacted as text. */
export const redactedError = (text: string, redact: (text: string) => string): string => {
  const walk = (value: unknown): unknown => {
    if (typeof value === 'string') return redact(value)
    if (Array.isArray(value)) return value.map(walk)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, walk(inner)]))
  }
  try {
    return JSON.stringify(walk(JSON.parse(text)))
  } catch {
    return redact(text)
  }
}

const hasError = (value: unknown, depth: number): boolean => {
  if (typeof value !== 'object' || value === null || depth > 4) return false
  if ((value as { status?: unknown }).status === 'error') return true
  return Object.values(value).some((inner) => hasError(inner, depth + 1))
}

/** Whether an answer of status 200 is the text of an error: the routes that explain queries say so inside of the body. */
export const isHiddenError = (text: string): boolean => {
  try {
    return hasError(JSON.parse(text), 0)
  } catch {
    return true
  }
}
