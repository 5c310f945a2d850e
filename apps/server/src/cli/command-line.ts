import { parseArgs } from 'node:util'
import { ConfigProblem } from '#config'
import { nearestName } from '#kernel/nearest-name'
import { version } from '#kernel/package'
import { isSystemError, reasonOf, SettingProblem } from '#kernel/system-errors'
import { commands } from './all.ts'
import { type Call, type Command, exitCodes, type Say, UsageError } from './command.ts'
import { commandHelp, groupHelp, overview } from './help.ts'

export type Program = Pick<Call, 'env' | 'logTo' | 'stopSignal'> & { stdout: Say; stderr: Say }

const wordsOf = (args: readonly string[]): string[] => {
  const firstOption = args.findIndex((arg) => arg.startsWith('-'))
  return args.slice(0, firstOption === -1 ? args.length : firstOption)
}

const beginningWith = (word: string): Command[] => commands.filter(({ name }) => name.startsWith(`${word} `))

/** The command whose words come first, the longest such. */
const findCommand = (words: readonly string[]): Command | undefined =>
  [words.slice(0, 2), words.slice(0, 1)].flatMap((some) => commands.find(({ name }) => name === some.join(' ')) ?? [])[0]

// What other programs call it.
const elsewhere: Record<string, string> = { version: '--version', start: 'serve', run: 'serve', up: 'serve' }

const unknownCommand = (words: readonly string[]): UsageError => {
  const [first = ''] = words
  const group = beginningWith(first)
  if (words.length === 1 && group.length > 0)
    return new UsageError(`"${first}" is not a command by itself. There are: ${group.map(({ name }) => name).join(', ')}.`)
  const typed = words.join(' ')
  const names = commands.map(({ name }) => name)
  const near = Object.hasOwn(elsewhere, typed) ? elsewhere[typed] : (findCommand(words)?.name ?? nearestName(typed, names))
  const hint = near === undefined ? 'facet --help lists them.' : `Did you mean: facet ${near}`
  return new UsageError(`"${typed}" is not a command. ${hint}`)
}

/** An option stands where the command should. */
const misplaced = (args: readonly string[]): UsageError | undefined => {
  const words = args.filter((arg) => !arg.startsWith('-'))
  const command = findCommand(words)
  const isFirst = command !== undefined && wordsOf(args).length < command.name.split(' ').length
  return isFirst
    ? new UsageError(`Options come after the command: facet ${[...words, ...args.filter((arg) => arg.startsWith('-'))].join(' ')}`)
    : undefined
}

const unknownOption = (command: Command, name: string, written: string): UsageError => {
  const near = nearestName(name, Object.keys(command.options))
  const hint = near === undefined ? `facet ${command.name} --help lists those it has.` : `Did you mean: --${near}`
  return new UsageError(`facet ${command.name} has no option ${written}. ${hint}`)
}

const requireComplete = (command: Command, given: Call['options']): void => {
  const written = (name: string): string => {
    const value = command.options[name]?.value
    return value === undefined ? `--${name}` : `--${name} ${value}`
  }
  const missing = Object.keys(command.options).filter((name) => command.options[name]?.isRequired && !given[name])
  if (missing.length > 0) throw new UsageError(`facet ${command.name} needs ${missing.map(written).join(' ')}`)
  const oneOf = command.oneOf ?? []
  if (oneOf.length > 0 && oneOf.filter((name) => given[name]).length !== 1)
    throw new UsageError(`facet ${command.name} needs ${oneOf.map(written).join(', or ')}, and only one of them.`)
}

const parse = (command: Command, args: readonly string[]): Call['options'] => {
  const { tokens } = parseArgs({
    args: [...args],
    strict: false,
    tokens: true,
    options: Object.fromEntries(
      Object.entries(command.options).map(([name, { value }]) => [name, { type: value === undefined ? 'boolean' : 'string' } as const]),
    ),
  })
  const options: Record<string, string> = {}
  for (const token of tokens) {
    if (token.kind === 'positional') {
      const name = Object.keys(command.options).find((each) => command.options[each]?.isArgument)
      if (name === undefined || Object.hasOwn(options, name))
        throw new UsageError(`facet ${command.name} takes no argument "${token.value}".`)
      options[name] = token.value
      continue
    }
    if (token.kind !== 'option') continue
    const option = Object.hasOwn(command.options, token.name) ? command.options[token.name] : undefined
    if (!option) throw unknownOption(command, token.name, token.rawName)
    if (option.value === undefined && token.value !== undefined) throw new UsageError(`${token.rawName} takes no value.`)
    if (option.value !== undefined && (token.value === undefined || token.value.startsWith('--')))
      throw new UsageError(`${token.rawName} needs a value: ${token.rawName} ${option.value}`)
    if (Object.hasOwn(options, token.name)) throw new UsageError(`${token.rawName} was given twice.`)
    options[token.name] = token.value ?? 'true'
  }
  requireComplete(command, options)
  return options
}

const isHelp = (args: readonly string[]): boolean => args.some((arg) => arg === '--help' || arg === '-h')

const helpFor = (words: readonly string[]): string => {
  if (words.length === 0) return overview(commands)
  const command = findCommand(words)
  if (command?.name === words.join(' ')) return commandHelp(command)
  const [first = ''] = words
  const group = beginningWith(first)
  if (words.length === 1 && group.length > 0) return groupHelp(first, group)
  throw unknownCommand(words)
}

const run = async (args: readonly string[], { env, logTo, stopSignal, stdout, stderr }: Program): Promise<number> => {
  const words = wordsOf(args)
  if (words.length === 0 && args.some((arg) => arg === '--version' || arg === '-v')) {
    stdout(`facet ${version}`)
    return exitCodes.done
  }
  if (words[0] === 'help' || isHelp(args)) {
    stdout(helpFor(words[0] === 'help' ? words.slice(1) : words))
    return exitCodes.done
  }
  if (args.length === 0) throw new UsageError(`A command is missing.\n\n${overview(commands)}`)
  const command = findCommand(words)
  if (!command) {
    const noOption = `There is no option ${args[0]}. facet --help lists the commands.`
    throw misplaced(args) ?? (words.length === 0 ? new UsageError(noOption) : unknownCommand(words))
  }
  const options = parse(command, args.slice(command.name.split(' ').length))
  const output = { isJson: options['json'] === 'true', say: stdout, progress: stderr }
  return (await command.run({ env, options, output, logTo, stopSignal })) ? exitCodes.done : exitCodes.failed
}

// An error of the runtime is a bug: no operator can fix it.
const defects = [TypeError, ReferenceError, RangeError, SyntaxError, URIError]

/** A sentence for what an operator can fix, the stack for a bug. */
const explain = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof SettingProblem || error instanceof UsageError || error instanceof ConfigProblem) return error.message
  if (defects.some((kind) => error instanceof kind)) return error.stack ?? error.message
  const message = isSystemError(error) ? `${error.message}: ${reasonOf(error)}` : error.message
  return error.cause instanceof Error && !(error.cause instanceof SettingProblem)
    ? `${message}\n  because: ${error.cause.message}`
    : message
}

const exitCodeOf = (error: unknown): number => {
  if (error instanceof UsageError) return exitCodes.usage
  return error instanceof ConfigProblem ? exitCodes.settings : exitCodes.failed
}

/** Runs what was typed, and answers how the process should end. */
export const runCommandLine = async (args: readonly string[], program: Program): Promise<number> => {
  try {
    return await run(args, program)
  } catch (error) {
    program.stderr(`facet: ${explain(error)}`)
    return exitCodeOf(error)
  }
}
