import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
import { stackDown } from './down.ts'
import { logNames, stackLogs } from './logs.ts'
import { stackStatus, statusLines } from './status.ts'
import { stackUp } from './up.ts'

const usage = `pnpm stack up [--demo] [--tls] [--port <number>] [--json]
    the whole product on this machine; settings (FACET_*) of your shell are passed on to the service
pnpm stack status [--json]
    what of it is up, and where; exit code 3 when something is down
pnpm stack logs [${logNames.join(' | ')}] [--follow]
    the end of a log
pnpm stack down [--purge]
    stop it; --purge also throws its data away`

const exitCodes = { done: 0, failed: 1, usage: 2, down: 3 } as const

class UsageError extends Error {}

const flag = { type: 'boolean', default: false } as const
const help = { ...flag, short: 'h' } as const

type Given = { values: { [name: string]: string | boolean | undefined }; words: string[] }

/** What was typed after the command, of the options that it has. */
const parse = (command: string, args: string[], options: ParseArgsOptionsConfig, maxWords = 0): Given => {
  try {
    const { values, positionals } = parseArgs({ args, options: { ...options, help }, allowPositionals: true })
    const [extra] = positionals.slice(maxWords)
    if (extra !== undefined) throw new Error(`pnpm stack ${command} takes no argument "${extra}"`)
    return { values, words: positionals }
  } catch (error) {
    // The rest of the sentence is about arguments that begin with a dash: there are none.
    const [problem = ''] = (error instanceof Error ? error.message : String(error)).split('. To specify')
    throw new UsageError(`${problem.replace(/\.$/, '')}.\n\n${usage}`)
  }
}

const portOf = (text: string | boolean | undefined): number | undefined => {
  if (text === undefined) return undefined
  const port = Number(text)
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new UsageError(`--port ${text} is not a port: give a number from 1 to 65535.`)
  return port
}

export type Output = {
  write: (line: string) => void
  /** For progress beside --json: standard output then holds one JSON object and nothing else. */
  writeAside: (line: string) => void
}

type Command = (args: string[], output: Output) => Promise<number>

const commands: Record<string, Command> = {
  up: async (args, { write, writeAside }) => {
    const { values } = parse('up', args, { demo: flag, tls: flag, port: { type: 'string' }, json: flag })
    const options = { demo: values['demo'] === true, tls: values['tls'] === true, port: portOf(values['port']) }
    const { passedOn: _, ...stack } = await stackUp(options, values['json'] ? writeAside : write)
    if (values['json']) write(JSON.stringify(stack))
    return exitCodes.done
  },
  status: async (args, { write }) => {
    const { values } = parse('status', args, { json: flag })
    const status = await stackStatus()
    for (const line of values['json'] ? [JSON.stringify(status)] : statusLines(status)) write(line)
    return status.isUp ? exitCodes.done : exitCodes.down
  },
  logs: async (args) => {
    const { values, words } = parse('logs', args, { follow: { ...flag, short: 'f' } }, 1)
    const [part = 'facet'] = words
    const name = logNames.find((known) => known === part)
    if (name === undefined) throw new UsageError(`There is no log of "${part}". There are: ${logNames.join(', ')}.`)
    return stackLogs(name, values['follow'] === true)
  },
  down: async (args, { write }) => {
    const { values } = parse('down', args, { purge: flag })
    await stackDown(values['purge'] === true, write)
    return exitCodes.done
  },
}

const run: Command = async ([command, ...args], output) => {
  if ([command, ...args].some((arg) => arg === '--help' || arg === '-h')) {
    output.write(usage)
    return exitCodes.done
  }
  if (command === undefined) throw new UsageError(`A command is missing.\n\n${usage}`)
  const known = Object.hasOwn(commands, command) ? commands[command] : undefined
  if (!known) throw new UsageError(`There is no "pnpm stack ${command}".\n\n${usage}`)
  return known(args, output)
}

/** Runs `pnpm stack` with these arguments and returns its exit code. An error is its message alone, without a stack trace. */
export const stackCommand: Command = async (args, output) => {
  try {
    return await run(args, output)
  } catch (error) {
    output.writeAside(error instanceof Error ? error.message : String(error))
    return error instanceof UsageError ? exitCodes.usage : exitCodes.failed
  }
}
