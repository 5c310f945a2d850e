import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import type { Socket } from 'node:net'
import { type OpenedFile, outsidePath } from '#adapters/children'

/** A shell in a control group of its own, which waits to be told what it becomes. It ends when whoever made it is gone. */
export type WaitingShell = {
  path: string
  /** Null where it cannot be told, or has ended. */
  become: (command: readonly string[], opens?: readonly OpenedFile[]) => ChildProcessWithoutNullStreams | null
  end: () => void
}

// The line is read byte by byte, so that nothing of what follows is taken; what it becomes does not have the pipe.
const script = 'echo 0 >"$0" && IFS= read -r line <&5 && eval "exec $line 5<&-"'
const pipes = 6

const quoted = (arg: string): string => `'${arg.replaceAll("'", String.raw`'\''`)}'`

const socketsOf = (child: ChildProcessWithoutNullStreams): Socket[] => child.stdio as unknown as Socket[]

export const startWaitingShell = (path: string, processesFile: string): WaitingShell => {
  const stdio = Array.from({ length: pipes }, () => 'pipe' as const)
  const child = spawn('/bin/sh', ['-c', script, processesFile], { env: { PATH: outsidePath }, cwd: '/', stdio, detached: true })
  let hasEnded = false
  const onEnd = (): void => void (hasEnded = true)
  child.once('exit', onEnd).once('error', onEnd)
  // One that waits keeps nobody from ending.
  child.unref()
  for (const socket of socketsOf(child)) socket.unref()
  const told = socketsOf(child)[5]
  told?.on('error', () => undefined)
  const end = (): void => void told?.destroy()
  return {
    path,
    become: (command, opens = []) => {
      const line = [...command.map(quoted), ...opens.map((file) => `${file.fd}<${quoted(file.path)}`)].join(' ')
      if (hasEnded || child.pid === undefined || /[\n\0]/.test(line)) {
        end()
        return null
      }
      child.off('exit', onEnd)
      child.ref()
      for (const socket of socketsOf(child).slice(0, pipes - 1)) socket.ref()
      told?.end(`${line}\n`)
      return child
    },
    end,
  }
}
