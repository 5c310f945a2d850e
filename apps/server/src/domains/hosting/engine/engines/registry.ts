import type { ProcessRow, ProcessStatus, RecordProcess } from './types.ts'

export type Registry = {
  note: (row: ProcessRow, status: ProcessStatus | 'ended') => void
  /** All that there is, once more: rows are removed of a node that was not heard of, and what could not be told is missing. */
  tellAgain: () => void
  /** When all that was noted has been told, or could not be. */
  settled: () => Promise<void>
}

/** Tells of processes in the order things happened to each. Nobody waits for it: queries go on without the registry. */
export const createRegistry = (record: RecordProcess, onProblem: (error: unknown) => void): Registry => {
  const underWay = new Map<string, Promise<void>>()
  const latest = new Map<string, { row: ProcessRow; status: ProcessStatus | 'ended' }>()
  const note: Registry['note'] = (row, status) => {
    const before = underWay.get(row.name)
    const noted = { row, status }
    latest.set(row.name, noted)
    const tell = async (): Promise<void> => {
      await before
      try {
        await record(row, status)
        if (status === 'ended' && latest.get(row.name) === noted) latest.delete(row.name)
      } catch (error) {
        onProblem(error)
      }
      if (underWay.get(row.name) === told) underWay.delete(row.name)
    }
    const told = tell()
    underWay.set(row.name, told)
  }
  return {
    note,
    tellAgain: () => {
      for (const [name, { row, status }] of latest) if (!underWay.has(name)) note(row, status)
    },
    settled: async () => {
      await Promise.all(underWay.values())
    },
  }
}
