import { Failure } from '#kernel/failure'

const invalid = (pointer: string, message: string): Failure =>
  new Failure('invalid_request', `${pointer} ${message}`, { errors: [{ pointer, message }] })

/** Usernames are compared by people and machines alike, so one person has one, however it is typed. */
export const usernameOf = (sent: string): string => {
  const username = sent.trim().toLowerCase()
  if (username === '') throw invalid('/body/username', 'contains only spaces. Send a name.')
  return username
}

export const requireInternal = (isExternal: boolean | null | undefined): void => {
  if (isExternal === true)
    throw invalid('/body/isExternal', 'cannot be true: external users are created by the first session that is minted for them.')
}

export const requireNoPassword = ({ password }: { password?: string | null }): void => {
  if (password != null)
    throw new Failure(
      'password_not_supported',
      'A password has no use here: this version has no sign-in. Leave password out and give the user an API key.',
    )
}

/** The names of the roles a new user gets. Said nothing, it is the least of them. */
export const rolesFor = (asked: { isAdmin?: boolean | null; defaultRoles?: string[] | null }): string[] => {
  if (asked.isAdmin !== true && asked.defaultRoles == null) return ['Viewer']
  return [...(asked.defaultRoles ?? []), ...(asked.isAdmin === true ? ['Admin'] : [])]
}

const documentBytes = 16_384

/** A stored document as text. It is read with every user of a list, so it has to stay small. */
export const smallDocument = (pointer: string, document: Record<string, unknown>): string => {
  const text = JSON.stringify(document)
  if (Buffer.byteLength(text) > documentBytes) throw invalid(pointer, `has more than ${documentBytes} bytes as JSON. Send less.`)
  return text
}
