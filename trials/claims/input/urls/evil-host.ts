import { type GitServer, type Interceptor, startGitServer } from '@facet/testkit/git'
import { redirects } from './corpus.ts'
import { public4 } from './names.ts'

const suffix = '/info/refs?service=git-upload-pack'

/** A repository of the dumb protocol. Its alternates name another host. */
const filesOf = (elsewhere: string): Record<string, string> => ({
  '/info/refs': `${'a'.repeat(40)}\trefs/heads/main\n`,
  '/HEAD': 'ref: refs/heads/main\n',
  '/objects/info/http-alternates': `${elsewhere}\n`,
  '/objects/info/alternates': `${elsewhere}\n`,
})
const plainFiles: Record<string, Record<string, string>> = {
  '/alternates.git': filesOf('https://127.0.0.1:8080/a/objects'),
  '/plain-alternates.git': filesOf('http://127.0.0.1:8080/a/objects'),
}

const misbehave: Interceptor = ({ url = '/', method }, response) => {
  const redirect = redirects.find(({ path }) => url.startsWith(`${path}/`))
  const isLate = url.startsWith('/late-redirect.git/') && method === 'POST'
  const served = Object.keys(plainFiles).find((path) => url.startsWith(`${path}/`))
  const file = served === undefined ? undefined : plainFiles[served]?.[url.slice(served.length).split('?')[0] ?? '']
  if (redirect) response.writeHead(redirect.status, { location: `${redirect.to}${suffix}` }).end()
  else if (isLate) response.writeHead(307, { location: 'https://127.0.0.1:8080/a/git-upload-pack' }).end()
  else if (served !== undefined) response.writeHead(file === undefined ? 404 : 200, { 'content-type': 'text/plain' }).end(file)
  else return false
  return true
}

/** A public git host that redirects clients to private addresses. */
export const startEvilHost = async (): Promise<GitServer> => {
  const server = await startGitServer({ host: 'git.public.test', address: public4, port: 8443, intercept: misbehave })
  for (const name of ['good.git', 'late-redirect.git']) {
    const repository = await server.addRepository(name)
    await repository.commit('main', { 'a.yml': '1' })
  }
  return server
}
