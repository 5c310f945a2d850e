import { readdirSync, readFileSync, statSync } from 'node:fs'
import { type DiskLook, orGone, tooMuch } from './disk-look.ts'
import { takenBy } from './folder-bytes.ts'

const numbers = (names: readonly string[] | null): string[] => (names ?? []).filter((name) => /^\d+$/.test(name))

/** A file that no folder has any more takes its room for as long as somebody has it. */
const countHeld = (look: DiskLook, path: string): void => {
  const found = orGone(() => statSync(path))
  if (found && found.nlink === 0 && (found.isFile() || found.isDirectory()) && look.isNew(found)) look.add(takenBy(found))
}

// In memory, and bounded there.
const inMemory = /^\/(dev\/shm\/|tmp\/|memfd:|dev\/zero|SYSV|\[aio\]|anon_hugepage)/
const removed = /^([0-9a-f]+)-([0-9a-f]+) \S+ \S+ \S+ \S+ +(.*) \(deleted\)$/gm

/** Files that are mapped and removed. How large they are the kernel tells the superuser; to others what lies on a disk is too much. */
const countMapped = (look: DiskLook, ofProcess: string, maps: string): void => {
  for (const [, start = '', end = '', path = ''] of maps.matchAll(removed)) {
    if (inMemory.test(path)) continue
    try {
      countHeld(look, `${ofProcess}/map_files/${start.replace(/^0+(?=.)/, '')}-${end.replace(/^0+(?=.)/, '')}`)
    } catch {
      look.add(tooMuch)
    }
  }
}

/** Each thread may have open files of its own. */
const countThread = async (look: DiskLook, thread: string): Promise<void> => {
  for (const fd of numbers(orGone(() => readdirSync(`${thread}/fd`)))) {
    countHeld(look, `${thread}/fd/${fd}`)
    await look.step()
    if (look.isOver()) return
  }
  for (const held of ['cwd', 'exe']) countHeld(look, `${thread}/${held}`)
}

const countProcess = async (look: DiskLook, ofProcess: string): Promise<void> => {
  const threads = numbers(orGone(() => readdirSync(`${ofProcess}/task`))).map((thread) => `${ofProcess}/task/${thread}`)
  for (const thread of threads) await countThread(look, thread)
  // The first may have ended before the others: then it has no memory to show.
  for (const thread of threads) {
    const maps = orGone(() => readFileSync(`${thread}/maps`, 'utf8'))
    if (!maps) continue
    countMapped(look, ofProcess, maps)
    break
  }
}

/**
 * Counts files that processes of a sandbox have and no folder shows: removed while they were open, or mapped. They are seen through its own
 * /proc, which lists all of them and nobody else. One that cannot be looked at holds more than is allowed.
 */
export const countHeldFiles = async (look: DiskLook, first: number): Promise<void> => {
  const processes = `/proc/${first}/root/proc`
  const own = orGone(() => statSync(processes))
  // It is still being made, and sees what the machine does, or it has ended.
  if (!own || own.dev === statSync('/proc').dev) return
  for (const process of numbers(orGone(() => readdirSync(processes)))) {
    if (look.isOver()) return
    await countProcess(look, `${processes}/${process}`)
    await look.step()
  }
}
