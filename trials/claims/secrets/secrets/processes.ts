import { readFileSync } from 'node:fs'
import { processTree } from '../../../harness/process-tree.ts'

/** What programs that the service starts were given, as anybody on the machine (arguments) or its own user (environment) could read it. */
export type ProcessWatch = {
  /** Looks now; whoever keeps a program waiting is sure to see it. */
  look: () => void
  programs: () => Buffer
  environments: () => Buffer
  stop: () => void
}

const everyMs = 10

const readOf = (pid: number, file: 'cmdline' | 'environ'): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1')
  } catch {
    // It has ended.
    return ''
  }
}

/**
 * Git takes the credential of an HTTPS remote by its environment, which only the user of the service can read. That one variable
 * is left out, and nothing else.
 */
const withoutGitHeader = (environ: string): string => {
  const variables = environ.split('\0')
  const places = variables.flatMap((variable) => /^GIT_CONFIG_KEY_(\d+)=http\.extraHeader$/.exec(variable)?.[1] ?? [])
  return variables.filter((variable) => !places.some((place) => variable.startsWith(`GIT_CONFIG_VALUE_${place}=`))).join('\n')
}

// What the platform itself says to an engine.
const ownOfEngine = /^(?:FACET_\w+|NODE_PATH|PATH|HOME|TZ|PWD)=/

/** An engine is given the variables of its deployment: that is what they are for. All that is given to it beside them is looked at. */
const withoutVariables = (environ: string): string => {
  const variables = environ.split('\n')
  if (!variables.some((variable) => variable.startsWith('FACET_ENGINE_FOLDER='))) return environ
  return variables.filter((variable) => ownOfEngine.test(variable)).join('\n')
}

// What the platform itself says to dbt, and to what dbt starts.
const ownOfDbt = /^(?:GIT_\w+|SSH_\w+|FACET_\w+|DBT_(?!ENV_SECRET_FACET_PASSWORD=)\w+|PATH|HOME|TZ|LC_ALL|PWD)=/

/** dbt is given the variables that its integration names and, for the catalog, the password of the warehouse. */
const withoutProjectVariables = (environ: string): string => {
  const variables = environ.split('\n')
  if (!variables.some((variable) => variable.startsWith('DBT_SEND_ANONYMOUS_USAGE_STATS='))) return environ
  return variables.filter((variable) => ownOfDbt.test(variable)).join('\n')
}

export const watchPrograms = (pid: number): ProcessWatch => {
  const programs = new Set<string>()
  const environments = new Set<string>()
  const own = readOf(pid, 'cmdline')
  programs.add(own)
  const look = (): void => {
    for (const child of processTree(pid).slice(1)) {
      // In this order: between fork and exec a child still is the service, environment and all.
      const command = readOf(child.pid, 'cmdline')
      if (command === '' || command === own) continue
      programs.add(command)
      environments.add(withoutProjectVariables(withoutVariables(withoutGitHeader(readOf(child.pid, 'environ')))))
    }
  }
  const timer = setInterval(look, everyMs)
  const joined = (texts: Set<string>): Buffer => Buffer.from([...texts].map((text) => text.replaceAll('\0', '\n')).join('\n\n'), 'latin1')
  return {
    look,
    programs: () => joined(programs),
    environments: () => joined(environments),
    stop: () => clearInterval(timer),
  }
}
