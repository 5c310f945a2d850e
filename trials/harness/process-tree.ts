import { readdirSync, readFileSync } from 'node:fs'

const pageBytes = 4096

export type ProcessStat = { pid: number; parent: number; residentBytes: number }

/** Empty if the process has ended. */
const statOf = (pid: number): ProcessStat[] => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in brackets may contain spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    // A zombie has ended. Where nobody reaps orphans, it stays in the list.
    if (fields[0] === 'Z') return []
    return [{ pid, parent: Number(fields[1]), residentBytes: Number(fields[21]) * pageBytes }]
  } catch {
    return []
  }
}

/** A process and its descendants, the process first. */
export const processTree = (root: number): ProcessStat[] => {
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? statOf(Number(name)) : []))
  const byParent = Map.groupBy(all, ({ parent }) => parent)
  const found = all.filter(({ pid }) => pid === root)
  for (const { pid } of found) found.push(...(byParent.get(pid) ?? []))
  return found
}
