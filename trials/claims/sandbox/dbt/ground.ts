import { randomBytes } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type GitServer, type Interceptor, startGitServer } from '@facet/testkit/git'

/** Targets of the attacks, and secrets that code inside must not learn. */
export type Ground = {
  folder: string
  canary: { file: string; text: string }
  service: { pid: number; rootKey: string }
  /** Credentials of the repository and the warehouse. */
  token: string
  password: string
  /** Listens on every address. */
  trap: { port: number; udpPort: number; socket: string; abstract: string }
  git: GitServer
  /** Another host, and the requests that it received. */
  evil: GitServer & { heard: string[] }
  caFile: string
  close: () => Promise<void>
}

const secret = (name: string): string => `canary-${name}-${randomBytes(8).toString('hex')}`

const listening = async (server: Server, where: { port: number; host: string } | { path: string }): Promise<Server> => {
  server.listen(where)
  await once(server, 'listening')
  return server
}

/** Echoes the request headers. */
const echo = ({ url, headers }: IncomingMessage, response: ServerResponse): boolean => {
  if (!url?.startsWith('/echo/')) return false
  response.writeHead(200, { 'content-type': 'text/html' }).end(JSON.stringify(headers))
  return true
}

/** A git host that also redirects to another host, or never answers. */
const hostile =
  (other: () => GitServer): Interceptor =>
  (request, response) => {
    const { url = '' } = request
    if (url.startsWith('/silent/')) return true
    if (!url.startsWith('/redirect/')) return echo(request, response)
    response.writeHead(302, { location: other().urlOf(url.slice('/redirect/'.length)) }).end()
    return true
  }

export const openGround = async (): Promise<Ground> => {
  const folder = mkdtempSync(join(tmpdir(), 'facet-escape-'))
  const canary = { file: join(folder, 'canary'), text: secret('file') }
  // A valid result of the converter, so that a service that reads it shows it.
  writeFileSync(canary.file, JSON.stringify({ files: [], outputPath: canary.text, projectModels: [] }))
  const [token, password, abstract] = [secret('token'), secret('password'), secret('socket')]
  const heard: string[] = []
  const evil = await startGitServer({
    host: 'localhost',
    intercept: (request, response) => {
      heard.push(`${request.url} ${request.headers.authorization ?? ''}`)
      return echo(request, response)
    },
  })
  const git = await startGitServer({ host: 'localhost', token, intercept: hostile(() => evil) })
  await (await git.addRepository('project.git')).commit('main', { 'dbt_project.yml': 'name: project\n' })
  const caFile = join(folder, 'ca.pem')
  writeFileSync(caFile, [git, evil].map((server) => readFileSync(server.caFile, 'utf8')).join('\n'))
  const answer = (): Server => createServer((socket) => void socket.on('error', () => undefined).end())
  mkdirSync(join(folder, 's'))
  const socket = join(folder, 's', 'trap')
  const servers = await Promise.all([
    listening(answer(), { port: 0, host: '::' }),
    listening(answer(), { path: socket }),
    listening(answer(), { path: `\0${abstract}` }),
  ])
  const names = createSocket('udp4', (_, from) => names.send('heard', from.port, from.address))
  names.bind(0, '0.0.0.0')
  await once(names, 'listening')
  return {
    ...{ folder, canary, token, password, git, caFile },
    // This process stands for the service.
    service: { pid: process.pid, rootKey: process.env['FACET_ROOT_KEY'] ?? 'none' },
    trap: { port: (servers[0].address() as AddressInfo).port, udpPort: names.address().port, socket, abstract },
    evil: { ...evil, heard },
    close: async () => {
      for (const server of servers) server.close()
      names.close()
      await Promise.all([git.close(), evil.close()])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
