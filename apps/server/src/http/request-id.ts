import { randomBytes } from 'node:crypto'

const requestIdForm = /^[A-Za-z0-9._:-]{1,100}$/

export const newRequestId = (): string => randomBytes(12).toString('base64url')

/** The caller's own id when it is well formed, so that one id finds a request in both logs. */
export const requestIdOf = (header: string | string[] | undefined): string =>
  typeof header === 'string' && requestIdForm.test(header) ? header : newRequestId()
