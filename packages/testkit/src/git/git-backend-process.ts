import { execFileSync, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'

// The program of git-backend.ts.
const [socketPath = '', root = '', ...folders] = process.argv.slice(2)
const httpBackend = join(execFileSync('git', ['--exec-path'], { encoding: 'utf8' }).trim(), 'git-http-backend')

// No housekeeping after a push, and no waiting for a disk: the repositories live as long as a test.
const settings = Object.entries({ 'safe.directory': '*', 'receive.autogc': 'false', 'core.fsync': 'none' })
const gitConfig = Object.fromEntries([
  ['GIT_CONFIG_COUNT', String(settings.length)],
  ...settings.flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ]),
]) as Record<string, string>

/** Runs git's server over CGI and sends its answer. */
const serveGit = (request: IncomingMessage, response: ServerResponse): void => {
  const url = new URL(request.url ?? '/', 'http://git')
  const child = spawn(httpBackend, {
    env: {
      ...gitConfig,
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
  child.once('error', () => response.destroy())
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

const server = createServer(serveGit)
process.once('disconnect', () => {
  server.closeAllConnections()
  server.close()
  for (const folder of [root, ...folders]) rmSync(folder, { recursive: true, force: true })
})
server.listen(socketPath, () => process.send?.('listening'))
