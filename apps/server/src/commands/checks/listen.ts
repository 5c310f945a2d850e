import { request as overHttp } from 'node:http'
import { request as overTls } from 'node:https'
import { createServer } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Config, ListenAddress } from '#config'
import { listenProblem } from '#roles/listen-problem'
import { hasCode } from '#system-errors'
import type { Check } from './check.ts'

const tryListening = ({ host, port }: ListenAddress): Promise<void> =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen({ host, port }, () => probe.close(() => resolve()))
  })

const answerMs = 2000

type Question = { path: string; isTls: boolean; isAnswer: (status: number, body: string) => boolean }

/** Whether what listens there is the service itself. Its certificate is not the question here. */
const isOurs = ({ host, port }: ListenAddress, { path, isTls, isAnswer }: Question): Promise<boolean> =>
  new Promise((resolve) => {
    const start = isTls ? overTls : overHttp
    const asked = start({ host, port, path, timeout: answerMs, rejectUnauthorized: false }, (answer) => {
      text(answer).then(
        (body) => resolve(isAnswer(answer.statusCode ?? 0, body)),
        () => resolve(false),
      )
    })
    asked.on('timeout', () => asked.destroy())
    asked.on('error', () => resolve(false))
    asked.end()
  })

const check = (name: string, variable: string, listen: ListenAddress, question: Question): Check => ({
  name,
  look: async () => {
    const place = `${listen.host}:${listen.port}`
    try {
      await tryListening(listen)
      return `${place} is free`
    } catch (error) {
      if (hasCode(error, 'EADDRINUSE') && (await isOurs(listen, question))) return `facet serve is listening on ${place}`
      throw listenProblem(variable, listen, error)
    }
  },
})

/** For doctor alone, which may run beside the service; the service finds out by listening. */
export const listenChecks = ({ listen, tls, admin }: Config): Check[] => [
  check('listener', 'FACET_LISTEN', listen, {
    path: '/livez',
    isTls: tls !== null,
    isAnswer: (_, body) => body === '{"status":"ok"}',
  }),
  ...(admin
    ? [
        check('admin listener', 'FACET_ADMIN_LISTEN', admin.listen, {
          path: '/metrics',
          isTls: false,
          // Asked without the token, which a stranger on that port must not be sent.
          isAnswer: (status) => status === 401,
        }),
      ]
    : []),
]
