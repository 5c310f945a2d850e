export const maxDepth = 100

/** Whether objects and arrays nest deeper than anything meant would: what recurses over them later must not run out of stack. */
export const isTooDeep = (json: string): boolean => {
  let depth = 0
  let isInText = false
  for (let index = 0; index < json.length; index++) {
    const character = json.charCodeAt(index)
    if (isInText) {
      if (character === 0x5c) index++
      else if (character === 0x22) isInText = false
    } else if (character === 0x22) isInText = true
    else if (character === 0x7b || character === 0x5b) {
      if (++depth > maxDepth) return true
    } else if (character === 0x7d || character === 0x5d) depth--
  }
  return false
}
