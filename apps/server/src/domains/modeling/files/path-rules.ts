import { folded } from '#engine/modeling'
import { Failure } from '#kernel/failure'

export const pathLimits = { maxBytes: 1000, maxNameBytes: 255, maxDepth: 32 } as const

// Control characters, and what has no look of its own: format characters hide in a name, turn its direction, or are skipped by
// file systems that compare names. Halves of surrogate pairs are no text at all.
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u
const unfitForWindows = /[<>:"|?*\\]/
const device = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$) *(\.|$)/i
// Names that git acts upon. `.gitignore` is not among them: nothing is ever ignored here.
const steersGit = new Set(['.GIT', '.GITMODULES', '.GITATTRIBUTES'])
// The short names that Windows gives to those.
const shortName = /^gi[0-9a-z]{0,4}~[0-9]+$/i

const nameProblem = (name: string): string | undefined => {
  if (name === '') return 'has an empty name in it'
  if (name === '.' || name === '..') return `has "${name}" in it`
  if (Buffer.byteLength(name) > pathLimits.maxNameBytes) return `has a name of more than ${pathLimits.maxNameBytes} bytes`
  if (/[. ]$/.test(name)) return 'has a name that ends with a dot or a space'
  if (device.test(name)) return `has the name "${name}", which is a device on Windows`
  if (steersGit.has(folded(name)) || shortName.test(name)) return `has the name "${name}", which git treats specially`
  return undefined
}

/** Why no file is kept at this path, or nothing. Paths have no leading slash here. */
export const findPathProblem = (path: string): string | undefined => {
  if (path === '') return 'does not name a file'
  if (Buffer.byteLength(path) > pathLimits.maxBytes) return `is longer than ${pathLimits.maxBytes} bytes`
  if (unseen.test(path)) return 'has a control character or an invisible one in it'
  if (unfitForWindows.test(path)) return String.raw`has one of < > : " | ? * \ in it`
  if (path.normalize('NFC') !== path) return 'has letters in decomposed form; send it in Unicode normal form C'
  const names = path.split('/')
  if (names.length > pathLimits.maxDepth) return `is deeper than ${pathLimits.maxDepth} folders`
  for (const name of names) {
    const problem = nameProblem(name)
    if (problem) return problem
  }
  return undefined
}

/** As it was sent, without the one slash that may stand before it. */
export const withoutSlash = (sent: string): string => (sent.startsWith('/') ? sent.slice(1) : sent)

// What cannot be seen in a message would make it lie.
const shown = (path: string): string =>
  JSON.stringify(path.slice(0, 200)).replaceAll(/[\p{Cf}\p{Zl}\p{Zp}]/gu, (unseenOne) => `\\u{${unseenOne.codePointAt(0)?.toString(16)}}`)

/** The path inside the repository, safe to be written on any disk. */
export const requirePath = (sent: string): string => {
  const path = withoutSlash(sent)
  const problem = findPathProblem(path)
  if (problem) throw new Failure('file_path_invalid', `The path ${shown(sent)} ${problem}. Nothing was changed.`)
  return path
}
