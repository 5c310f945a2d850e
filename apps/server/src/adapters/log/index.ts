import { type Logger, pino } from 'pino'
import { withoutUrlSecrets } from '#kernel/url-secrets'

// Objects that end up in a log line by accident: what they carry under these names is never printed.
const secretNames = ['authorization', 'cookie', 'secret', 'password', 'token', 'key', 'rootKey']
const secretPaths = secretNames.flatMap((name) => [name, `*.${name}`, `headers.${name}`, `*.headers.${name}`])

// What credentials of ours look like, wherever they stand in a message.
const secretForms: [form: RegExp, shown: string][] = [
  [/sk-[A-Za-z0-9_-]{20,}/g, 'sk-[redacted]'],
  [/postgres(?:ql)?:\/\/[^\s@]*:[^\s@]*@/g, 'postgres://[redacted]@'],
  [/es_\d+_[0-9a-z]+_[A-Za-z0-9_-]{20,}/g, 'es_[redacted]'],
  [/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, 'eyJ[redacted]'],
]

const scrub = (text: string): string => withoutUrlSecrets(secretForms.reduce((left, [form, shown]) => left.replaceAll(form, shown), text))

type Loggable = Error & { code?: unknown; cause?: unknown }

/** Errors by what helps to find them. Parameters, rows and details of a statement stay out: they may be secrets. */
const errorView = (error: unknown): unknown => {
  if (!(error instanceof Error)) return { message: scrub(String(error)) }
  const { code, cause } = error as Loggable
  return {
    type: error.name,
    message: scrub(error.message),
    ...(code === undefined ? {} : { code }),
    stack: scrub(error.stack ?? ''),
    ...(cause === undefined ? {} : { cause: errorView(cause) }),
  }
}

export type { Logger }

export type LogDestination = { write: (line: string) => void }

/** JSON lines on standard output. */
export const createLog = (level: string, destination?: LogDestination): Logger =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: secretPaths, censor: '[redacted]' },
      serializers: { err: errorView },
      hooks: {
        logMethod(parts, method) {
          method.apply(this, parts.map((part) => (typeof part === 'string' ? scrub(part) : part)) as Parameters<typeof method>)
        },
      },
    },
    destination ?? pino.destination({ sync: false }),
  )

export type FlatLine = Record<string, string | number | undefined>

/**
 * Writes lines that hold no objects, for what is logged on every request. Secret names are left out as everywhere; only the search
 * inside of fields, which costs as much as the rest of the line, is not needed where there is no inside.
 */
export const flatLines = (log: Logger): ((line: FlatLine, message: string) => void) => {
  const flat = log.child({}, { redact: { paths: secretNames, censor: '[redacted]' } })
  return (line, message) => flat.info(line, message)
}
