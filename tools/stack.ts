import { parseArgs } from 'node:util'
import { stackDown } from './stack/down.ts'
import { stackLogs } from './stack/logs.ts'
import { stackStatus, statusLines } from './stack/status.ts'
import { stackUp } from './stack/up.ts'

const usage = `pnpm stack up [--demo] [--tls] [--port <number>] [--json]
    the whole product on this machine; FACET_* of your shell are passed on to the service
pnpm stack status [--json]
    what of it is up, and where; exit code 3 when something is down
pnpm stack logs [facet | postgres | s3] [--follow]
    the end of a log
pnpm stack down [--purge]
    stop it; --purge also throws its data away`

const options = {
  demo: { type: 'boolean', default: false },
  tls: { type: 'boolean', default: false },
  port: { type: 'string' },
  json: { type: 'boolean', default: false },
  purge: { type: 'boolean', default: false },
  follow: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const

const exitDown = 3

const portOf = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined
  const port = Number(text)
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new Error(`--port ${text} is not a port: give a number from 1 to 65535.`)
  return port
}

const main = async (): Promise<number> => {
  const { positionals, values } = parseArgs({ allowPositionals: true, options })
  const write = (line: string): void => void process.stdout.write(`${line}\n`)
  // With --json standard output holds one JSON object and nothing else.
  const say = values.json ? (line: string): void => void process.stderr.write(`${line}\n`) : write
  const [command, part = 'facet'] = positionals
  if (values.help || command === undefined) {
    write(usage)
    return values.help ? 0 : 1
  }
  switch (command) {
    case 'up': {
      const stack = await stackUp({ demo: values.demo, tls: values.tls, port: portOf(values.port) }, say)
      if (values.json) write(JSON.stringify(stack))
      return 0
    }
    case 'status': {
      const status = await stackStatus()
      for (const line of values.json ? [JSON.stringify(status)] : statusLines(status)) write(line)
      return status.isUp ? 0 : exitDown
    }
    case 'logs':
      return stackLogs(part, values.follow)
    case 'down':
      await stackDown(values.purge, say)
      return 0
    default:
      throw new Error(`There is no "pnpm stack ${command}".\n\n${usage}`)
  }
}

try {
  process.exitCode = await main()
} catch (error) {
  // Whoever starts it for the first time wants the sentence, not where in these files it was thrown.
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
