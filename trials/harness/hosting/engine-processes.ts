import { readFileSync } from 'node:fs'
import { processTree } from '../process-tree.ts'

const commandOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}

/** Descendants of a process whose command line contains this text. */
export const startedBy = (pid: number, what: string): number[] =>
  processTree(pid)
    .slice(1)
    .map((found) => found.pid)
    .filter((found) => commandOf(found).includes(what))

export const engineProgram = 'cube-process/bin/serve'
export const compileProgram = 'cube-process/bin/compile'
