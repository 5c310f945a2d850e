import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { folder, readKeeping } from './state.ts'

export const logNames = ['facet', 'postgres', 's3', 'temporal', 'shop'] as const
export type LogName = (typeof logNames)[number]

const fileOf = (part: LogName): string =>
  part === 'postgres' ? join(readKeeping()?.postgresFolder ?? folder, 'postgres.log') : join(folder, `${part}.log`)

/** The end of the log of one part, and with `isFollowing` what comes after it; gives the exit code. */
export const stackLogs = async (part: LogName, isFollowing: boolean): Promise<number> => {
  const file = fileOf(part)
  if (!existsSync(file)) throw new Error(`${part} has written nothing yet; pnpm stack up starts it.`)
  const tail = spawn('tail', ['-n', '100', ...(isFollowing ? ['-f'] : []), file], { stdio: 'inherit' })
  return new Promise((resolve) => void tail.once('close', (code) => resolve(code ?? 0)))
}
