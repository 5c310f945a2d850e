import { parseArgs } from 'node:util'
import { area } from './area.ts'
import { check } from './check.ts'
import { module } from './module.ts'
import { operation } from './operation.ts'
import { task } from './task.ts'
import { type Edit, options, type Refuse, type Verb, WrongArguments } from './verb.ts'

const verbs: Record<string, Verb> = { area, module, operation, task, check }

const usage = Object.values(verbs)
  .map((verb) => verb.usage)
  .join('\n\n')

const parse = (args: string[], refuse: Refuse) => {
  try {
    return parseArgs({ args, allowPositionals: true, options })
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error))
  }
}

/** The files that a command line asks for. */
export const readCommand = (args: string[]): Edit[] => {
  const sent = args.map((argument) => (/[\s{]/.test(argument) ? `'${argument}'` : argument)).join(' ')
  const [name = ''] = args
  const verb = Object.hasOwn(verbs, name) ? verbs[name] : undefined
  const refuse: Refuse = (why) => {
    throw new WrongArguments(`${why}\nSent: ${sent || 'nothing'}\n\n${verb?.usage ?? usage}`)
  }
  if (verb === undefined) return refuse(name === '' ? 'What should be made?' : `"${name}" cannot be made.`)
  const { positionals, values } = parse(args.slice(1), refuse)
  const unknown = Object.keys(values).find((option) => !verb.takes.some((taken) => taken === option))
  if (unknown !== undefined) return refuse(`--${unknown} is not an option of ${name}.`)
  return verb.read(positionals, values, refuse)
}
