import { docsPage } from '#kernel/package'
import { type Command, exitCodes, type Option } from './command.ts'

const placeholder = ([name, { value, isRequired }]: [string, Option]): string => {
  const written = value === undefined ? `--${name}` : `--${name} ${value}`
  return isRequired ? written : `[${written}]`
}

const usageOf = ({ name, options }: Command): string => ['facet', name, ...Object.entries(options).map(placeholder)].join(' ')

const table = (rows: readonly (readonly [string, string])[]): string[] => {
  const width = Math.max(...rows.map(([left]) => left.length)) + 3
  return rows.map(([left, right]) => `  ${left.padEnd(width)}${right}`)
}

const summaries = (commands: readonly Command[]): string[] =>
  table(commands.map(({ name, summary }) => [`facet ${name}`, summary] as const))

export const overview = (commands: readonly Command[]): string =>
  [
    'facet: control plane for the Cube semantic layer',
    '',
    ...summaries(commands),
    '',
    'facet <command> --help says more about one; facet --version which build this is.',
    `Settings are environment variables; ${docsPage('configuration.md')} lists them.`,
  ].join('\n')

const everyEnd = `${exitCodes.done} when it is done, ${exitCodes.failed} when it failed, ${exitCodes.usage} for a usage error, ${exitCodes.settings} when a setting is missing or wrong`

/** Of commands that begin with the same word. */
export const groupHelp = (group: string, commands: readonly Command[]): string =>
  [`facet ${group}:`, '', ...summaries(commands), '', 'facet <command> --help says more about one.'].join('\n')

export const commandHelp = (command: Command): string => {
  const options = Object.entries(command.options).map(
    ([name, { value, about }]) => [value === undefined ? `--${name}` : `--${name} ${value}`, about] as const,
  )
  return [
    usageOf(command),
    '',
    `${command.summary.charAt(0).toUpperCase()}${command.summary.slice(1)}.${command.about ? ` ${command.about}` : ''}`,
    ...(options.length === 0 ? [] : ['', ...table(options)]),
    '',
    `Settings: ${command.settings.join(', ')}`,
    `Ends with ${command.ends ?? everyEnd}.`,
  ].join('\n')
}
