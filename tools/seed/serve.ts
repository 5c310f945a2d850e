import { spawn } from 'node:child_process'
import { main } from '../stack/facet.ts'

/** Serves while the work is under way, and ends as an operator ends it: with its last words to the object store. */
export const serve = async <T>(env: Record<string, string>, work: (baseUrl: string) => Promise<T>): Promise<T> => {
  const child = spawn(process.execPath, [main, 'serve'], { env })
  let log = ''
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const address = new Promise<string>((resolve) => {
    const hear = (bytes: Buffer): void => {
      log += bytes.toString()
      const found = /"address":"([^"]+)"/.exec(log)?.[1]
      if (found !== undefined) resolve(found)
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
  })
  const gone = ended.then(() => {
    throw new Error(`facet serve ended: ${log}`)
  })
  try {
    return await work(await Promise.race([address, gone]))
  } finally {
    gone.catch(() => undefined)
    child.kill('SIGTERM')
    await ended
  }
}
