/** Whether a text fits a pattern with `*` and `?`, in time that grows with both and no faster. */
export const fitsGlob = (pattern: string, text: string): boolean => {
  let at = 0
  let inPattern = 0
  let star = -1
  let resumeAt = 0
  while (at < text.length) {
    if (pattern[inPattern] === '*') {
      star = inPattern
      inPattern += 1
      resumeAt = at
    } else if (inPattern < pattern.length && (pattern[inPattern] === '?' || pattern[inPattern] === text[at])) {
      inPattern += 1
      at += 1
    } else if (star >= 0) {
      inPattern = star + 1
      resumeAt += 1
      at = resumeAt
    } else {
      return false
    }
  }
  while (pattern[inPattern] === '*') inPattern += 1
  return inPattern === pattern.length
}
