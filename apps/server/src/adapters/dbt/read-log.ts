import { withoutUrlSecrets } from '#kernel/url-secrets'
import { fileMark } from './driver.ts'

/** One line of dbt's log that says something to a person. */
export type LogLine = { level: string; name: string; message: string }

const maxLineChars = 65_536

const readLine = (text: string): LogLine | null => {
  try {
    const { info } = JSON.parse(text) as { info?: { level?: unknown; name?: unknown; msg?: unknown } }
    if (typeof info?.msg !== 'string') return null
    return { level: String(info.level), name: String(info.name), message: withoutUrlSecrets(info.msg) }
  } catch {
    // What a project prints by itself is no line of the log.
    return null
  }
}

/** Cuts output into lines as it comes. One without an end is let go. */
export const createLogReader = (onFile: (path: string) => void, onLine: (line: LogLine) => void) => {
  const decoder = new TextDecoder()
  let rest = ''
  const take = (text: string): void => {
    if (text.startsWith(fileMark)) onFile(text.slice(fileMark.length).trim())
    else if (text.startsWith('{')) {
      const line = readLine(text)
      if (line) onLine(line)
    }
  }
  return (chunk: Buffer): void => {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > maxLineChars) rest = rest.slice(0, 1)
    for (const line of lines) take(line)
  }
}
