import type { ProcessRow, ProcessStatus, RecordProcess } from './types.ts'

export type Registry = {
  note: (row: ProcessRow, status: ProcessStatus | 'ended') => void
  /** When all that was noted has been told, or could not be. */
  settled: () => Promise<void>
}

/** Tells of processes in the order things happened to each. Nobody waits for it: queries go on without the registry. */
export const createRegistry = (record: RecordProcess, onProblem: (error: unknown) => void): Registry => {
  const underWay = new Map<string, Promise<void>>()
  return {
    note: (row, status) => {
      const before = underWay.get(row.name)
      const tell = async (): Promise<void> => {
        await before
        await record(row, status).catch(onProblem)
        if (underWay.get(row.name) === told) underWay.delete(row.name)
      }
      const told = tell()
      underWay.set(row.name, told)
    },
    settled: async () => {
      await Promise.all(underWay.values())
    },
  }
}
