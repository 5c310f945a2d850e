const maxCharacters = 255
const name = '[_a-zA-Z][_a-zA-Z0-9]*'
// A dimension of time may be followed by a granularity.
const form = new RegExp(`^(${name}\\.${name})(\\.${name})?$`)

/** `cube.member` of a text that is nothing else, without its granularity. */
export const memberIn = (text: string): string | null => {
  const member = text.length > 2 * maxCharacters ? undefined : form.exec(text)?.[1]
  return member === undefined || member.length > maxCharacters ? null : member
}

export const cubeOf = (member: string): string => member.slice(0, member.indexOf('.'))
