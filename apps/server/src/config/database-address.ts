const escapes = '/ as %2F, # as %23, ? as %3F, @ as %40 and % as %25'

const isDecodable = (text: string): boolean => {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

/**
 * A password with a bare / # or ? ends the host early: its beginning would be looked up as a port, and the rest taken for the name
 * of a database. Parameters may hold an @.
 */
const isCutShort = (text: string): boolean => {
  const [, rest = ''] = /^\w+:\/\/[^/?#]*(.*)$/s.exec(text) ?? []
  return rest.replaceAll(/[?&]\w+=[^&#]*/g, '').includes('@')
}

/** The address of a database. The text is not repeated: it may hold a password. */
export const databaseAddress = (text: string): string => {
  const form = 'is not a PostgreSQL address, such as postgres://facet@db.internal/facet.'
  if (!/^postgres(ql)?:\/\//.test(text)) throw new Error(form)
  if (isCutShort(text)) throw new Error(`has an @ after its first /, # or ?. Write in a password ${escapes}.`)
  if (/%(?![0-9a-f]{2})/i.test(text))
    throw new Error('holds a % that begins no escape. Write the % of a password as %25, such as postgres://facet:50%25@db.internal/facet.')
  const url = URL.parse(text)
  if (!url) throw new Error(form)
  if (![url.username, url.password, url.hostname, url.pathname].every(isDecodable))
    throw new Error(`holds an escape that is not UTF-8, such as %FF. Write in a password ${escapes}.`)
  return text
}
