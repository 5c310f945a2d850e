import { type IncomingHttpHeaders, request as overHttp } from 'node:http'
import { request as overTls } from 'node:https'
import { createServer } from 'node:net'
import type { Readable } from 'node:stream'
import type { BaseConfig, ListenAddress } from '#config'
import { isPrivileged, listenProblem } from '#process/listen-problem'
import { hasCode, userName } from '#kernel/system-errors'
import type { Check } from '#kernel/check'

const tryListening = ({ host, port }: ListenAddress): Promise<void> =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen({ host, port }, () => probe.close(() => resolve()))
  })

const answerMs = 2000
// Far more than our answer has; another server's may never end.
const maxBodyBytes = 1024

const textOf = async (body: Readable): Promise<string> => {
  let text = ''
  for await (const chunk of body as AsyncIterable<Buffer>) {
    text += chunk.toString()
    if (text.length > maxBodyBytes) break
  }
  return text
}

type Answer = { status: number; headers: IncomingHttpHeaders; body: string }
type Question = { path: string; isTls: boolean; isOurs: (answer: Answer) => boolean }
type Listener = 'ours' | 'another' | 'none'

/** Who listens there. The certificate does not matter here. */
const findListener = ({ host, port }: ListenAddress, { path, isTls, isOurs }: Question): Promise<Listener> =>
  new Promise((resolve) => {
    const start = isTls ? overTls : overHttp
    const options = { host, port, path, rejectUnauthorized: false, signal: AbortSignal.timeout(answerMs) }
    const asked = start(options, (answer) => {
      textOf(answer).then(
        (body) => resolve(isOurs({ status: answer.statusCode ?? 0, headers: answer.headers, body }) ? 'ours' : 'another'),
        () => resolve('another'),
      )
    })
    asked.on('error', (error) => resolve(hasCode(error, 'ECONNREFUSED') ? 'none' : 'another'))
    asked.end()
  })

const check = (name: string, variable: string, listen: ListenAddress, question: Question): Check => ({
  name,
  run: async () => {
    const endpoint = `${listen.host}:${listen.port}`
    try {
      await tryListening(listen)
      return `${endpoint} is free`
    } catch (error) {
      // Without the right to a port the system says so first, and not that the service has it.
      const listener = hasCode(error, 'EADDRINUSE', 'EACCES') ? await findListener(listen, question) : 'none'
      if (listener === 'ours') return `facet serve is listening on ${endpoint}`
      if (hasCode(error, 'EACCES') && listener === 'none' && isPrivileged(listen))
        return {
          warning: `${variable}: the user "${userName()}" may not listen on ${endpoint}; a unit with AmbientCapabilities=CAP_NET_BIND_SERVICE may. By hand, use a port from 1024 on.`,
        }
      throw listenProblem(variable, listen, listener === 'another' ? { code: 'EADDRINUSE' } : error)
    }
  },
})

/** For doctor alone, which may run beside the service; the service finds out by listening. */
export const listenChecks = ({ listen, tls, admin }: BaseConfig): Check[] => [
  check('listener', 'FACET_LISTEN', listen, {
    path: '/livez',
    isTls: tls !== null,
    isOurs: ({ body }) => body === '{"status":"ok"}',
  }),
  ...(admin
    ? [
        check('admin listener', 'FACET_ADMIN_LISTEN', admin.listen, {
          path: '/metrics',
          isTls: false,
          // Asked without the token, which must not be sent to another program on that port.
          isOurs: ({ status, headers }) => status === 401 && headers['www-authenticate'] === 'Bearer',
        }),
      ]
    : []),
]
