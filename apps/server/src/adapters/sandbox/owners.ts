import { randomBytes } from 'node:crypto'
import { startOf } from './process-gone.ts'

const ownerName = /^facet-(\d+)-(\d+)-[0-9a-f]+$/

/** Names say which process made what is called by them, so that what a dead one left is known to be left. */
export const nameOfOwner = async (): Promise<string> =>
  `facet-${process.pid}-${await startOf(process.pid)}-${randomBytes(4).toString('hex')}`

/** Whether the process that is in the name is gone. */
export const isLeft = async (name: string): Promise<boolean> => {
  const [, pid, start] = ownerName.exec(name) ?? []
  return pid !== undefined && (await startOf(Number(pid))) !== start
}
