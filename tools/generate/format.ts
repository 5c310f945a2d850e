import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { text } from 'node:stream/consumers'

const biome = createRequire(import.meta.url).resolve('@biomejs/biome/bin/biome')
const root = new URL('../../', import.meta.url)

/** Formats what a generator wrote as `pnpm format` would, so that a generated file is never reformatted afterwards. */
export const format = async (path: string, content: string): Promise<string> => {
  const formatter = spawn(process.execPath, [biome, 'format', `--stdin-file-path=${path}`], { cwd: root, stdio: ['pipe', 'pipe', 'pipe'] })
  const ended = new Promise<number | null>((resolve, reject) => formatter.once('error', reject).once('close', resolve))
  formatter.stdin.end(content)
  const [formatted, complaint, exitCode] = await Promise.all([text(formatter.stdout), text(formatter.stderr), ended])
  if (exitCode !== 0) throw new Error(`${path} cannot be formatted: ${complaint}`)
  return formatted
}
