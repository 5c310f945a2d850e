import { readRemoteUrl } from '#adapters/outbound'

/** What somebody inside asks of a git host: to read a repository, and nothing else. */
export type Asked = { host: string; port: number; path: string; answerType: string }

const services = [
  { method: 'GET', ending: '/info/refs?service=git-upload-pack', answerType: 'application/x-git-upload-pack-advertisement' },
  { method: 'POST', ending: '/git-upload-pack', answerType: 'application/x-git-upload-pack-result' },
]

/** `/host:port/path`, read by the same reader as every other URL, so that no two of us understand it differently. */
export const readAsked = (method: string, target: string): Asked | { problem: string } => {
  const service = services.find((each) => each.method === method && target.endsWith(each.ending))
  if (!service) return { problem: 'Repositories of packages can be read, and nothing else.' }
  const address = target.slice(1)
  if (address.split('/', 1)[0]?.includes('@'))
    return { problem: 'The URL of a package holds a user or a token. Leave it out: the credential of the repository is used for its host.' }
  const url = readRemoteUrl(`https://${address}`, ['https'])
  if ('problem' in url) return { problem: url.message }
  if (!url.path.endsWith(service.ending)) return { problem: 'The URL of a package cannot be read.' }
  return { host: url.host, port: url.port, path: url.path, answerType: service.answerType }
}
