const maxCharacters = 255
// A dimension of time may be followed by a granularity.
const form = /^([_a-z]\w*\.[_a-z]\w*)(?:\.[_a-z]\w*)?$/i

/** `cube.member` of a text that is nothing else, without its granularity. */
export const memberIn = (text: string): string | null => {
  const [, member = ''] = form.exec(text) ?? []
  return member === '' || member.length > maxCharacters ? null : member
}

export const cubeOf = (member: string): string => member.slice(0, member.indexOf('.'))
