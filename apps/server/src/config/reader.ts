import { isAbsolute, resolve } from 'node:path'

/** Every problem of the configuration at once, each naming its variable and what to do about it. */
export class ConfigProblem extends Error {
  readonly problems: string[]

  constructor(problems: string[]) {
    super(
      `The configuration has ${problems.length === 1 ? 'a problem' : `${problems.length} problems`}:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`,
    )
    this.name = 'ConfigProblem'
    this.problems = problems
  }
}

export type Env = Record<string, string | undefined>
/** Reads the variables of these names, and collects every problem instead of stopping at the first. */
export type Reader<Name extends string = string> = {
  problems: string[]
  text: (name: Name) => string | null
  parse: <T>(name: Name, fallback: T, parse: (text: string) => T) => T
}

export const createReader = (env: Env): Reader => {
  const problems: string[] = []
  const text = (name: string): string | null => {
    const value = env[name]?.trim()
    return value ? value : null
  }
  return {
    problems,
    text,
    parse: (name, fallback, parse) => {
      const value = text(name)
      if (value === null) return fallback
      try {
        return parse(value)
      } catch (error) {
        problems.push(`${name}: ${error instanceof Error ? error.message : String(error)}`)
        return fallback
      }
    },
  }
}

export const whole =
  (low: number, high: number) =>
  (text: string): number => {
    const value = Number(text)
    if (!Number.isInteger(value) || value < low || value > high) throw new Error(`"${text}" is not a whole number from ${low} to ${high}.`)
    return value
  }

export const absoluteFolder = (text: string): string => {
  if (!isAbsolute(text)) throw new Error(`"${text}" is not an absolute path, such as /var/lib/facet.`)
  return resolve(text)
}
