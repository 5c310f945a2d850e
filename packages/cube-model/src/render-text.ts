/** Invisible and direction-changing characters can make a name read as another; they are written out. */
const deceptive = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu

const writtenOut = (character: string): string => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`

/** One line of text that looks like what it is. */
export const plainLine = (text: string): string => text.replaceAll(/\r\n|[\r\n\t]/g, ' ').replaceAll(deceptive, writtenOut)

/** The same where Markdown and HTML would otherwise read it: names come from whoever can push to the repository. */
export const markdownText = (text: string, maxLength = 300): string => {
  const line = plainLine(text)
  const short = line.length > maxLength ? `${line.slice(0, maxLength)}…` : line
  return short
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/[\\`*_{}[\]()#+!|~$^]/g, String.raw`\$&`)
    .replaceAll('@', '&#64;')
    .replaceAll('://', '&#58;//')
    .replaceAll(/www\./gi, (found) => `${found.slice(0, 3)}&#46;`)
}
