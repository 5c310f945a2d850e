import type { ServerResponse } from 'node:http'
import { Socket } from 'node:net'

/** Under TLS it is the connection below that can be reset, and Node has no public name for it. */
const connectionOf = (socket: Socket): Socket => {
  const { _parent: below } = socket as { _parent?: unknown }
  return below instanceof Socket ? below : socket
}

/**
 * Cuts an answer short and drops what of it was not sent: of a connection that is merely closed, the kernel still delivers all that it
 * was handed, which can be megabytes.
 */
export const resetAnswer = (response: ServerResponse): void => {
  try {
    if (response.socket && !response.socket.destroyed) connectionOf(response.socket).resetAndDestroy()
  } catch {
    // A socket file knows no reset.
  }
  response.destroy()
}
