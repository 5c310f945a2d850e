/** On every answer: it is not stored, not guessed at, and nothing in it runs or is framed. */
export const safeHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

const yearSeconds = 31_536_000

/** For answers over HTTPS only: browsers ignore it elsewhere, and a development host must not be bound to it. */
export const hstsHeader = { 'strict-transport-security': `max-age=${yearSeconds}` }
