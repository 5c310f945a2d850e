import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { folder, readKeeping } from './state.ts'

const files = (): Record<string, string> => ({
  facet: join(folder, 'facet.log'),
  postgres: join(readKeeping()?.postgresFolder ?? folder, 'postgres.log'),
  s3: join(folder, 's3.log'),
})

/** The end of the log of one part, and with `isFollowing` what comes after it; gives the exit code. */
export const stackLogs = async (part: string, isFollowing: boolean): Promise<number> => {
  const file = files()[part]
  if (file === undefined) throw new Error(`There is no log of "${part}". There are: ${Object.keys(files()).join(', ')}.`)
  if (!existsSync(file)) throw new Error(`${part} has written nothing yet; pnpm stack up starts it.`)
  const tail = spawn('tail', ['-n', '100', ...(isFollowing ? ['-f'] : []), file], { stdio: 'inherit' })
  return new Promise((resolve) => void tail.once('close', (code) => resolve(code ?? 0)))
}
