import { readFileSync } from 'node:fs'
import { processTree } from '../../../harness/process-tree.ts'

/** Arguments and environments of the programs that the service starts, read from /proc. */
export type ProcessWatch = {
  /** Reads them now, for callers that keep a program waiting. */
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
    // The process has ended.
    return ''
  }
}

// Set by the service itself for an engine, and for dbt and its children.
const ownVariables: [marker: string, own: RegExp][] = [
  ['FACET_ENGINE_FOLDER=', /^(?:FACET_\w+|NODE_PATH|PATH|HOME|TZ|PWD)=/],
  ['DBT_SEND_ANONYMOUS_USAGE_STATS=', /^(?:GIT_\w+|SSH_\w+|FACET_\w+|DBT_(?!ENV_SECRET_FACET_PASSWORD=)\w+|PATH|HOME|TZ|LC_ALL|PWD)=/],
]

/**
 * The environment without the secrets that belong in it: Git receives the credential of an HTTPS remote in a variable, and engines
 * and dbt receive the variables of their deployment.
 */
const searchable = (environ: string): string => {
  const all = environ.split('\0')
  const headers = all.flatMap((variable) => /^GIT_CONFIG_KEY_(\d+)=http\.extraHeader$/.exec(variable)?.[1] ?? [])
  const variables = all.filter((variable) => !headers.some((place) => variable.startsWith(`GIT_CONFIG_VALUE_${place}=`)))
  const own = ownVariables.find(([marker]) => variables.some((variable) => variable.startsWith(marker)))?.[1]
  return (own ? variables.filter((variable) => own.test(variable)) : variables).join('\n')
}

export const watchPrograms = (pid: number): ProcessWatch => {
  const programs = new Set<string>()
  const environments = new Set<string>()
  const own = readOf(pid, 'cmdline')
  programs.add(own)
  const look = (): void => {
    for (const child of processTree(pid).slice(1)) {
      // Before exec, a child still has the environment of the service.
      const command = readOf(child.pid, 'cmdline')
      if (command === '' || command === own) continue
      programs.add(command)
      environments.add(searchable(readOf(child.pid, 'environ')))
    }
  }
  // Does not keep a trial alive that stopped with an error.
  const timer = setInterval(look, everyMs).unref()
  const joined = (texts: Set<string>): Buffer => Buffer.from([...texts].map((text) => text.replaceAll('\0', '\n')).join('\n\n'), 'latin1')
  return {
    look,
    programs: () => joined(programs),
    environments: () => joined(environments),
    stop: () => clearInterval(timer),
  }
}
