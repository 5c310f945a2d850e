const maxLength = 500

const escapeToken = (token: string): string => token.replaceAll('~', '~0').replaceAll('/', '~1')

/** Cuts a pointer after 500 characters. Names in a request can be as long as its body. */
export const cutPointer = (pointer: string): string =>
  pointer.length > maxLength ? `${pointer.slice(0, maxLength)}…`.toWellFormed() : pointer

/** A JSON pointer (RFC 6901) to a name or an index below another pointer, at most 500 characters long. */
export const pointerTo = (base: string, ...tokens: (string | number)[]): string =>
  // A name is cut before it is escaped, so a long one costs no more than a short one.
  cutPointer([base, ...tokens.map((token) => escapeToken(String(token).slice(0, maxLength + 1)))].join('/'))
