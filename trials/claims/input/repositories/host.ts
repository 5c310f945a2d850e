import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type GitServer, startGitServer } from '@facet/testkit/git'

/** Refs and pack that the host sends. `isEndless`: the list of refs never ends. */
export type ServedRepository = { refs: Iterable<[name: string, oid: string]>; pack: Buffer; isEndless?: boolean }

const pkt = (text: string | Buffer): Buffer => {
  const body = Buffer.from(text)
  return Buffer.concat([Buffer.from((body.length + 4).toString(16).padStart(4, '0')), body])
}
const flush = Buffer.from('0000')
const delimiter = Buffer.from('0001')
const bandBytes = 65_000

const advertisement = Buffer.concat([
  pkt('# service=git-upload-pack\n'),
  flush,
  ...['version 2\n', 'agent=hostile\n', 'ls-refs\n', 'fetch\n', 'object-format=sha1\n'].map(pkt),
  flush,
])

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('latin1')
}

/** Writes with backpressure, until the client disconnects. */
const writeAll = async (response: ServerResponse, pieces: Iterable<Buffer>): Promise<void> => {
  const gone = once(response, 'close').catch(() => undefined)
  for (const piece of pieces) {
    if (response.destroyed) return
    if (!response.write(piece)) await Promise.race([once(response, 'drain').catch(() => undefined), gone])
  }
  response.end()
}

function* refLines({ refs, isEndless }: ServedRepository): Generator<Buffer> {
  let lines: Buffer[] = []
  for (const [name, oid] of refs) {
    lines.push(pkt(name === 'HEAD' ? `${oid} HEAD symref-target:refs/heads/main\n` : `${oid} ${name}\n`))
    if (lines.length < 500) continue
    yield Buffer.concat(lines)
    lines = []
  }
  yield Buffer.concat(lines)
  for (let number = 0; isEndless; number++) yield pkt(`${'a'.repeat(40)} refs/heads/endless-${number}\n`)
  yield flush
}

function* packLines({ pack }: ServedRepository, isDone: boolean): Generator<Buffer> {
  // A client that negotiates expects an acknowledgment before the pack.
  if (!isDone) yield Buffer.concat([pkt('acknowledgments\n'), pkt('NAK\n'), pkt('ready\n'), delimiter])
  yield pkt('packfile\n')
  for (let at = 0; at < pack.length; at += bandBytes) yield pkt(Buffer.concat([Buffer.from([1]), pack.subarray(at, at + bandBytes)]))
  yield flush
}

/** A git host that sends what it is repositories to, in the second version of git's protocol. */
export const startHostileHost = async (repositories: ReadonlyMap<string, ServedRepository>): Promise<GitServer> =>
  startGitServer({
    host: 'localhost',
    intercept: async (request, response) => {
      const { url = '', method } = request
      const repository = repositories.get(/^\/([^/]+)\.git\//.exec(url)?.[1] ?? '')
      if (!repository) return false
      if (method === 'GET') {
        response.writeHead(200, { 'content-type': 'application/x-git-upload-pack-advertisement' }).end(advertisement)
        return true
      }
      const asked = await bodyOf(request)
      response.writeHead(200, { 'content-type': 'application/x-git-upload-pack-result' })
      await writeAll(response, asked.includes('command=ls-refs') ? refLines(repository) : packLines(repository, asked.includes('done\n')))
      return true
    },
  })
