/** The fields of a body, or undefined if it is not a JSON object. */
export const jsonObjectIn = (body: Buffer): Record<string, unknown> | undefined => {
  try {
    const value: unknown = JSON.parse(body.toString())
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

/** Replaces headers. A new body sets content type and length. */
export const withHeaders = (raw: string[], given: Record<string, string> = {}, body?: Buffer): string[] => {
  const ours: Record<string, string> =
    body === undefined ? given : { 'content-type': 'application/json', ...given, 'content-length': String(body.length) }
  const replaced = new Set([...Object.keys(ours), ...(body === undefined ? [] : ['transfer-encoding'])])
  const kept: string[] = []
  for (let place = 0; place < raw.length; place += 2)
    if (!replaced.has((raw[place] ?? '').toLowerCase())) kept.push(raw[place] ?? '', raw[place + 1] ?? '')
  return [...kept, ...Object.entries(ours).flat()]
}
