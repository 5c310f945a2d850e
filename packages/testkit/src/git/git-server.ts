import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { makeCertificates } from '../tls/certificates.ts'
import { startGitBackend } from './git-backend.ts'
import { makeRepository, type TestRepository } from './git-repository.ts'

export type GitServer = {
  port: number
  /** The host the certificate is for; no resolver knows it. */
  host: string
  caFile: string
  /** Every request, as method, path and host. */
  requests: string[]
  urlOf: (name: string) => string
  addRepository: (name: string) => Promise<TestRepository>
  close: () => Promise<void>
  /** Lets the process end without `close`; what the server made is removed all the same. */
  unref: () => void
}

/** What answers before git does, for hosts that are hostile or broken; true when it has. */
export type Interceptor = (request: IncomingMessage, response: ServerResponse) => boolean | Promise<boolean>

const isLetIn = (request: IncomingMessage, token: string | undefined): boolean => {
  const [, basic = ''] = /^Basic (.+)$/.exec(request.headers.authorization ?? '') ?? []
  return token === undefined || Buffer.from(basic, 'base64').toString('utf8').endsWith(`:${token}`)
}

/** A git host over HTTPS on a loopback address, with a certificate of its own making. */
export const startGitServer = async ({
  token,
  host = 'git.facet.test',
  address = '127.0.0.1',
  port = 0,
  intercept = () => false,
}: {
  token?: string
  host?: string
  address?: string
  port?: number
  intercept?: Interceptor
} = {}): Promise<GitServer> => {
  const certificates = await makeCertificates('git', [host])
  const backend = await startGitBackend([dirname(certificates.certFile)])
  const requests: string[] = []
  const tls = { cert: readFileSync(certificates.certFile), key: readFileSync(certificates.keyFile) }
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (await intercept(request, response)) return
    if (isLetIn(request, token)) backend.serve(request, response)
    else response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end()
  }
  const server = createServer(tls, (request, response) => {
    requests.push(`${request.method} ${request.url} ${request.headers.host}`)
    void answer(request, response)
  })
  server.listen(port, address)
  await once(server, 'listening')
  const bound = (server.address() as AddressInfo).port
  return {
    port: bound,
    host,
    caFile: certificates.certFile,
    requests,
    urlOf: (name) => `https://${host}:${bound}/${name}`,
    addRepository: (name) => makeRepository(join(backend.root, name)),
    close: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
      await backend.close()
    },
    unref: () => {
      server.unref()
      backend.unref()
    },
  }
}
