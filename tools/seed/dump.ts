import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'

// For psql, which alone knows them: what brings the dump back sends it to the server as it is.
const forPsql = /^\\(un)?restrict \w+$\n/gm

/** By the tool on PATH. All of a database as statements that any client can send. The roles it names are of the server and not in it. */
export const dumpDatabase = async (url: string): Promise<Buffer> => {
  const { stdout } = await promisify(execFile)('pg_dump', ['--inserts', '--rows-per-insert=1000', '--no-comments', url], {
    maxBuffer: 100_000_000,
  })
  return gzipSync(stdout.replaceAll(forPsql, ''), { level: 9 })
}
