import { readRemoteUrl } from '#adapters/outbound'

/** What somebody inside asks of a git host: to read a repository, and nothing else. */
export type Asked = { host: string; port: number; path: string; askedType: string | null; answerType: string }

// All of what is asked for, and not how it ends: what stands in a query can end like a path, and the page before it would be sent the credential.
const services = [
  {
    method: 'GET',
    target: /^\/(?<authority>[^/?#]+)(?<repository>\/[^?#]+)\/info\/refs\?service=git-upload-pack$/,
    askedType: null,
    answerType: 'application/x-git-upload-pack-advertisement',
  },
  {
    method: 'POST',
    target: /^\/(?<authority>[^/?#]+)(?<repository>\/[^?#]+)\/git-upload-pack$/,
    askedType: 'application/x-git-upload-pack-request',
    answerType: 'application/x-git-upload-pack-result',
  },
]

const written = /^(?:[\w.~!$&'()*+,=:@-]|%[0-9A-Fa-f]{2})+$/
// What leads elsewhere on a host that decodes once more than we do, or reads parameters in a path: /, \, %, ?, #, ; and what cannot be seen.
const leading = /[/\\%?#;\p{C}]/u

const isSegment = (text: string): boolean => {
  if (!written.test(text)) return false
  try {
    const name = decodeURIComponent(text)
    return name !== '.' && name !== '..' && !leading.test(name)
  } catch {
    return false
  }
}

const unreadable = {
  problem: 'The URL of a package is not that of a repository. It should look like https://git.example.com/team/project.git.',
}

/** `/host:port/path`, read by the same reader as every other URL, so that no two of us understand it differently. */
export const readAsked = (method: string, target: string): Asked | { problem: string } => {
  const service = services.find((each) => each.method === method && each.target.test(target))
  if (!service) return { problem: 'Repositories of packages can be read, and nothing else.' }
  const { authority = '', repository = '' } = service.target.exec(target)?.groups ?? {}
  if (authority.includes('@'))
    return { problem: 'The URL of a package holds a user or a token. Leave it out: the credential of the repository is used for its host.' }
  if (!repository.slice(1).split('/').every(isSegment)) return unreadable
  const path = target.slice(1 + authority.length)
  const url = readRemoteUrl(`https://${authority}${path}`, ['https'])
  if ('problem' in url) return { problem: url.message }
  if (url.path !== path) return unreadable
  return { host: url.host, port: url.port, path, askedType: service.askedType, answerType: service.answerType }
}
