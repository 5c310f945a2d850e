import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeCertificates } from '../tls/certificates.ts'
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
}

/** What answers before git does, for hosts that are hostile or broken; true when it has. */
export type Interceptor = (request: IncomingMessage, response: ServerResponse) => boolean | Promise<boolean>

/** Hands a request to git's own server over CGI and its answer back. */
const serveGit = (root: string, request: IncomingMessage, response: ServerResponse): void => {
  const url = new URL(request.url ?? '/', 'https://git')
  const child = spawn('git', ['-c', 'safe.directory=*', 'http-backend'], {
    env: {
      PATH: process.env['PATH'],
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: '1',
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
      REMOTE_USER: 'ada',
      REQUEST_METHOD: request.method,
      PATH_INFO: decodeURIComponent(url.pathname),
      QUERY_STRING: url.search.slice(1),
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  child.stdin.on('error', () => undefined)
  request.pipe(child.stdin)
  let head = Buffer.alloc(0)
  const readHead = (chunk: Buffer): void => {
    head = Buffer.concat([head, chunk])
    const end = head.indexOf('\r\n\r\n')
    if (end === -1) return
    child.stdout.off('data', readHead)
    const lines = head.subarray(0, end).toString('latin1').split('\r\n')
    const headers = lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)] as const)
    const status = headers.find(([name]) => name.toLowerCase() === 'status')?.[1] ?? '200'
    for (const [name, value] of headers) if (name.toLowerCase() !== 'status') response.setHeader(name, value)
    response.statusCode = Number(status.slice(0, 3))
    response.write(head.subarray(end + 4))
    child.stdout.pipe(response)
  }
  child.stdout.on('data', readHead)
}

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
  const root = mkdtempSync(join(tmpdir(), 'facet-git-server-'))
  const certificates = await makeCertificates('git', [host])
  const requests: string[] = []
  const tls = { cert: readFileSync(certificates.certFile), key: readFileSync(certificates.keyFile) }
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (await intercept(request, response)) return
    if (isLetIn(request, token)) serveGit(root, request, response)
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
    addRepository: (name) => makeRepository(join(root, name)),
    close: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
      certificates.remove()
      rmSync(root, { recursive: true, force: true })
    },
  }
}
