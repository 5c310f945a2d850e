import { parseArgs } from 'node:util'
import { ConfigProblem } from '#config'
import { version } from '#package'
import { isSystemError, reasonOf, SettingProblem } from '#system-errors'
import { commands } from './all.ts'
import { type Call, type Command, exitCodes, UsageProblem } from './command.ts'
import { commandHelp, groupHelp, overview } from './help.ts'
import { nearestOf } from './nearest.ts'
import type { Say } from './with-database.ts'

export type Surroundings = { env: Record<string, string | undefined>; signal: AbortSignal; say: Say; tell: Say }

const wordsOf = (args: readonly string[]): string[] => {
  const firstOption = args.findIndex((arg) => arg.startsWith('-'))
  return args.slice(0, firstOption === -1 ? args.length : firstOption)
}

const beginningWith = (word: string): Command[] => commands.filter(({ name }) => name.startsWith(`${word} `))

/** The command whose words come first, the longest such. */
const findCommand = (words: readonly string[]): Command | undefined =>
  [words.slice(0, 2), words.slice(0, 1)].flatMap((some) => commands.find(({ name }) => name === some.join(' ')) ?? [])[0]

const unknown = (words: readonly string[]): UsageProblem => {
  const [first = ''] = words
  const group = beginningWith(first)
  if (words.length === 1 && group.length > 0)
    return new UsageProblem(`"${first}" is not a command by itself. There are: ${group.map(({ name }) => name).join(', ')}.`)
  const typed = words.join(' ')
  const near = nearestOf(
    commands.map(({ name }) => name),
    typed,
  )
  const hint = near === undefined ? 'facet --help lists them.' : `Did you mean: facet ${near}`
  return new UsageProblem(`"${typed}" is not a command. ${hint}`)
}

const parse = (command: Command, args: readonly string[]): Call['options'] => {
  const known = Object.entries(command.options)
  const { tokens } = parseArgs({
    args: [...args],
    strict: false,
    tokens: true,
    options: Object.fromEntries(known.map(([name, { value }]) => [name, { type: value === undefined ? 'boolean' : 'string' } as const])),
  })
  const options: Record<string, string> = {}
  for (const token of tokens) {
    if (token.kind === 'positional') throw new UsageProblem(`facet ${command.name} takes no argument "${token.value}".`)
    if (token.kind !== 'option') continue
    const option = command.options[token.name]
    if (!option) {
      const near = nearestOf(Object.keys(command.options), token.name)
      const hint = near === undefined ? `facet ${command.name} --help lists those it has.` : `Did you mean: --${near}`
      throw new UsageProblem(`facet ${command.name} has no option ${token.rawName}. ${hint}`)
    }
    if (option.value === undefined && token.value !== undefined) throw new UsageProblem(`${token.rawName} takes no value.`)
    if (option.value !== undefined && (token.value === undefined || token.value.startsWith('--')))
      throw new UsageProblem(`${token.rawName} needs a value: ${token.rawName} ${option.value}`)
    options[token.name] = token.value ?? 'true'
  }
  const missing = known.filter(([name, { isRequired }]) => isRequired && !options[name]).map(([name, { value }]) => `--${name} ${value}`)
  if (missing.length > 0) throw new UsageProblem(`facet ${command.name} needs ${missing.join(' ')}`)
  return options
}

const isHelp = (args: readonly string[]): boolean => args.some((arg) => arg === '--help' || arg === '-h')

const helpFor = (words: readonly string[]): string => {
  if (words.length === 0) return overview(commands)
  const command = findCommand(words)
  if (command) return commandHelp(command)
  const [first = ''] = words
  const group = beginningWith(first)
  if (words.length === 1 && group.length > 0) return groupHelp(first, group)
  throw unknown(words)
}

const run = async (args: readonly string[], { env, signal, say, tell }: Surroundings): Promise<number> => {
  const words = wordsOf(args)
  if (words.length === 0 && args.some((arg) => arg === '--version' || arg === '-v')) {
    say(`facet ${version}`)
    return exitCodes.done
  }
  if (words[0] === 'help' || isHelp(args)) {
    say(helpFor(words[0] === 'help' ? words.slice(1) : words))
    return exitCodes.done
  }
  if (words.length === 0)
    throw new UsageProblem(
      args.length === 0
        ? `A command is missing.\n\n${overview(commands)}`
        : `There is no option ${args[0]}. facet --help lists what there is.`,
    )
  const command = findCommand(words)
  if (!command) throw unknown(words)
  const options = parse(command, args.slice(command.name.split(' ').length))
  const output = { isJson: options['json'] === 'true', say, progress: tell }
  return (await command.run({ env, options, output, signal })) ? exitCodes.done : exitCodes.failed
}

/** A sentence for what an operator can put right, the stack for what is a defect of ours. */
const explain = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof SettingProblem || error instanceof UsageProblem || error instanceof ConfigProblem) return error.message
  if (error instanceof TypeError || error instanceof ReferenceError || error instanceof RangeError) return error.stack ?? error.message
  const message = isSystemError(error) ? `${error.message}: ${reasonOf(error)}` : error.message
  return error.cause instanceof Error && !(error.cause instanceof SettingProblem)
    ? `${message}\n  because: ${error.cause.message}`
    : message
}

const exitCodeOf = (error: unknown): number => {
  if (error instanceof UsageProblem) return exitCodes.usage
  return error instanceof ConfigProblem ? exitCodes.settings : exitCodes.failed
}

/** Runs what was typed, and answers how the process should end. */
export const runCommandLine = async (args: readonly string[], surroundings: Surroundings): Promise<number> => {
  try {
    return await run(args, surroundings)
  } catch (error) {
    surroundings.tell(`facet: ${explain(error)}`)
    return exitCodeOf(error)
  }
}
