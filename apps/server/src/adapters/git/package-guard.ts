import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { request as askHttps } from 'node:https'
import { connect } from 'node:net'
import { once } from 'node:events'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Transform } from 'node:stream'
import { type Outbound, pinnedLookup } from '#adapters/outbound'
import type { Egress } from '#adapters/sandbox'
import { Failure } from '#kernel/failure'
import { type Asked, readAsked } from './guard-address.ts'

/** A host that packages may be fetched from, and what it lets us in with. */
export type PackageHost = { host: string; port: number; token?: { user: string; token: string } }

export type PackageGuard = {
  egress: Egress
  /** Settings for the git inside: every https:// URL leads here. */
  settings: [string, string][]
  /** What was asked for and not passed on, in words for a person. */
  refusals: readonly string[]
  close: () => Promise<void>
}

export type GuardParts = {
  outbound: Outbound
  caFile: string | null
  hosts: readonly PackageHost[]
  /** Short, and ours alone: a socket file is made in it. */
  folder: string
  signal: AbortSignal
}

const name = 'packages.git.internal'
const port = 8080
const maxAskedBytes = 16 * 1_048_576
const maxAnswerBytes = 1_073_741_824
const maxRefusals = 20

class Refused extends Error {}

const atMost = (maxBytes: number): Transform => {
  let bytes = 0
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      bytes += chunk.length
      if (bytes > maxBytes) done(new Refused(`More than ${maxBytes / 1_048_576} MB were sent for one request.`))
      else done(null, chunk)
    },
  })
}

/** Ours, and of what was sent only what git says: the host is asked as git asks it, whatever is inside. */
const headersOf = ({ headers }: IncomingMessage, { host, port: at, askedType, answerType }: Asked): Record<string, string> => ({
  ...{ host: `${host}:${at}`, 'user-agent': 'git/2', accept: answerType },
  ...(askedType === null ? {} : { 'content-type': askedType }),
  ...(headers['content-encoding'] === 'gzip' ? { 'content-encoding': 'gzip' } : {}),
  ...(/^version=\d$/.test(String(headers['git-protocol'])) ? { 'git-protocol': String(headers['git-protocol']) } : {}),
})

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'

const authorizationOf = ({ token }: PackageHost): Record<string, string> =>
  token ? { authorization: `Basic ${Buffer.from(`${token.user}:${token.token}`).toString('base64')}` } : {}

/**
 * A git host for what is inside a sandbox: it asks the real ones, and adds the credential outside, for the hosts it was declared for and
 * for nothing but reading repositories. What comes back is passed on only if it is git's: a page that repeats what it was sent is not.
 */
export const openPackageGuard = async ({ outbound, caFile, hosts, folder, signal }: GuardParts): Promise<PackageGuard> => {
  const ca = caFile === null ? undefined : await readFile(caFile)
  const refusals: string[] = []
  const refuse = (response: ServerResponse, reason: string): void => {
    if (refusals.length < maxRefusals && !refusals.includes(reason)) refusals.push(reason)
    if (response.headersSent) response.destroy()
    else response.writeHead(403, { 'content-type': 'text/plain' }).end(`${reason}\n`)
  }

  const pass = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const asked = readAsked(request.method ?? '', request.url ?? '')
    if ('problem' in asked) throw new Refused(asked.problem)
    if (asked.askedType === null && hasBody(request)) throw new Refused('Repositories of packages can be read, and nothing else.')
    const known = hosts.find(({ host, port: at }) => host === asked.host && at === asked.port)
    if (!known)
      throw new Refused(
        `The host ${asked.host}:${asked.port} is not one that packages may be fetched from. They are: ${hosts.map(({ host }) => host).join(', ')}.`,
      )
    const destination = await outbound.resolve(`https://${asked.host}:${asked.port}${asked.path}`, ['https'])
    const onward = askHttps({
      ...{ host: destination.host, port: destination.port, path: destination.path, method: request.method, signal, agent: false },
      lookup: pinnedLookup(destination),
      headers: { ...headersOf(request, asked), ...authorizationOf(known) },
      ...(ca ? { ca } : {}),
    })
    const answered = once(onward, 'response') as Promise<[IncomingMessage]>
    answered.catch(() => undefined)
    await pipeline(request, atMost(maxAskedBytes), onward)
    const [answer] = await answered
    const type = answer.headers['content-type'] ?? ''
    if (answer.statusCode !== 200 || type !== asked.answerType) {
      answer.destroy()
      throw new Refused(reasonOf(asked.host, asked.path, answer.statusCode ?? 0))
    }
    response.writeHead(200, { 'content-type': type, 'cache-control': 'no-cache' })
    await pipeline(answer, atMost(maxAnswerBytes), response)
  }

  const server = createServer((request, response) => {
    pass(request, response).catch((error: unknown) => {
      // What a host said, or why it was not reached, may hold what it was sent.
      if (error instanceof Refused) refuse(response, error.message)
      else refuse(response, error instanceof Failure ? error.message : 'A host of packages could not be reached, or closed the connection.')
    })
  })
  const path = join(folder, 'packages.sock')
  server.listen(path)
  await once(server, 'listening')
  return {
    egress: { host: name, port, dial: async () => connect(path) },
    settings: [[`url.http://${name}:${port}/.insteadOf`, 'https://']],
    refusals,
    close: async () => {
      server.closeAllConnections()
      await new Promise<void>((done) => void server.close(() => done()))
    },
  }
}

const reasonOf = (host: string, path: string, status: number): string => {
  const repository = path.split(/\/(?:info\/refs|git-upload-pack)/, 1)[0] ?? ''
  if (status === 401 || status === 403) return `The host ${host} does not let the credential of the repository read ${repository}.`
  if (status === 404) return `The host ${host} has no repository ${repository}, or does not show it to the credential of the repository.`
  if (status >= 300 && status < 400)
    return `The host ${host} redirects ${repository}; name the URL it redirects to. Often only .git is missing at the end.`
  return `The host ${host} did not answer as a git server does for ${repository} (status ${status}).`
}
