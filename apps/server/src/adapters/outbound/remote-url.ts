import { isIP } from 'node:net'

export type RemoteKind = 'https' | 'ssh'

/** `path` of SSH is as the server will see it, decoded; without a slash before it, it counts from the home of the user. */
export type RemoteUrl = { kind: RemoteKind; host: string; port: number; user: string | null; path: string }

export type UrlProblem = { problem: 'unsupported_protocol' | 'not_a_git_url'; message: string }

const defaultPorts = { https: 443, ssh: 22 }

const notGit = (message: string): UrlProblem => ({ problem: 'not_a_git_url', message })

// What is read differently by one program and the next, or not seen by people: controls, blanks, invisible marks, backslashes.
const ambiguous = /[\p{C}\p{Z}\\]/u
const hostName = /^(?=.{1,253}$)[a-z0-9_][a-z0-9_-]{0,62}(\.[a-z0-9_][a-z0-9_-]{0,62})*$/
const userName = /^[A-Za-z0-9_][A-Za-z0-9_.+~-]{0,127}$/

/** The name as it is looked up, or the address whichever way it was written: 0x7f.1, 2130706433, full-width digits. */
export const findHost = (text: string): string | null => {
  if (text.includes('%')) return null
  const url = URL.parse(`https://${text}/`)
  const host = url?.hostname.replaceAll(/^\[|\]$/g, '').replace(/\.$/, '') ?? ''
  return isIP(host) !== 0 || hostName.test(host) ? host : null
}

const decoded = (path: string): string | null => {
  try {
    const text = decodeURIComponent(path)
    return ambiguous.test(text.replaceAll(' ', '')) ? null : text
  } catch {
    return null
  }
}

const readHttps = (authority: string, rest: string): RemoteUrl | UrlProblem => {
  if (authority.includes('@')) return notGit('The URL contains a user or a password. Leave them out and put the token in the token field.')
  const [, name = '', digits = ''] = /^(\[[^\]]*\]|[^:]*)(?::(\d{0,5}))?$/.exec(authority) ?? []
  const host = findHost(name)
  const port = digits === '' ? defaultPorts.https : Number(digits)
  const url = URL.parse(`https://host${rest}`)
  if (host === null || port < 1 || port > 65_535 || !url || url.hash !== '' || decoded(url.pathname) === null)
    return notGit('The host, port or path of the URL cannot be read. It should look like https://git.example.com/team/project.git.')
  return { kind: 'https', host, port, user: null, path: `${url.pathname}${url.search}` }
}

const readSsh = (user: string | undefined, name: string, digits: string, path: string | null): RemoteUrl | UrlProblem => {
  const host = findHost(name)
  const port = digits === '' ? defaultPorts.ssh : Number(digits)
  if (user !== undefined && !userName.test(user))
    return notGit('The user in the URL is not a valid SSH user name. Do not put a password there; the user is usually git.')
  const isPath = path !== null && path !== '' && path !== '/' && !path.startsWith('-')
  if (host === null || port < 1 || port > 65_535 || !isPath)
    return notGit('The host, port or path of the URL cannot be read. It should look like git@git.example.com:team/project.git.')
  return { kind: 'ssh', host, port, user: user ?? null, path }
}

const read = (text: string): RemoteUrl | UrlProblem => {
  const [, scheme, authority = '', rest = ''] = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)(.*)$/i.exec(text) ?? []
  if (scheme?.toLowerCase() === 'https') return readHttps(authority, rest)
  if (scheme?.toLowerCase() === 'ssh') {
    const [, user, name = '', digits = ''] = /^(?:([^@]*)@)?(\[[^\]]*\]|[^:@]*)(?::(\d{0,5}))?$/.exec(authority) ?? []
    // As git has it: a path from the home of someone needs no slash before it.
    return readSsh(user, name, digits, decoded(rest)?.replace(/^\/~/, '~') ?? null)
  }
  const helper = scheme ?? /^([a-z][a-z0-9+.-]*):(?:[:/]|$)/i.exec(text)?.[1]
  if (helper !== undefined)
    return {
      problem: 'unsupported_protocol',
      message: `The protocol "${helper.slice(0, 20)}" is not supported. Use https:// or SSH, as git@git.example.com:team/project.git.`,
    }
  const [, user, name, path] = /^([^@:/]+)@(\[[^\]]*\]|[^:@/[\]]+):(.+)$/.exec(text) ?? []
  if (user === undefined || name === undefined || path === undefined)
    return notGit(
      'This is not the URL of a git repository. Use https://git.example.com/team/project.git or git@git.example.com:team/project.git.',
    )
  return readSsh(user, name, '', path)
}

/** Reads a URL into parts that are passed on one by one, so that no other program reads it again and differently. */
export const readRemoteUrl = (text: string, kinds: readonly RemoteKind[]): RemoteUrl | UrlProblem => {
  if (text.length > 2048) return notGit('The URL is longer than 2048 characters.')
  if (ambiguous.test(text)) return notGit('The URL contains spaces, backslashes or invisible characters. Copy it again without them.')
  const url = read(text)
  if ('problem' in url || kinds.includes(url.kind)) return url
  return { problem: 'unsupported_protocol', message: `The protocol "${url.kind}" is not supported here. Use ${kinds.join(' or ')}.` }
}
