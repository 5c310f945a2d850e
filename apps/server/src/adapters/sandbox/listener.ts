import { once } from 'node:events'
import { rename } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'

/**
 * A socket file that is listened on before the program is there which answers on it. The program is handed the descriptor: it needs no
 * place where it could write, and what it answers on is not its to choose.
 */
export type Listener = {
  fd: number
  path: string
  /** Lets go of it here, which is for when the program has it. The file stays. */
  close: () => void
}

// Node says it to nobody, and takes it from whoever has it.
const descriptorOf = (server: Server): number => {
  const { _handle: handle } = server as unknown as { _handle?: { fd?: number } | null }
  const fd = handle?.fd ?? -1
  if (fd < 0) throw new Error('A socket that is listened on has no descriptor here.')
  return fd
}

export const openListener = async (path: string): Promise<Listener> => {
  const server = createServer()
  // Whoever closes it removes the file by the name it was made with: the program would be left without.
  const made = `${path}~`
  server.listen(made)
  await once(server, 'listening')
  const close = (): void => void server.close()
  try {
    const fd = descriptorOf(server)
    await rename(made, path)
    return { fd, path, close }
  } catch (error) {
    close()
    throw error
  }
}
