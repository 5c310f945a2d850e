/** The name of a time zone, aliases among them; offsets and anything else are nothing. */
export const meantTimeZone = (name: string | null | undefined): string | undefined => {
  if (!name || !/^[A-Za-z]/.test(name)) return undefined
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}
