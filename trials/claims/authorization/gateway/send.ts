import { connect } from 'node:net'

export type Raw = { status: number; body: Record<string, unknown> }

const bodyIn = (text: string): Record<string, unknown> => {
  try {
    return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as Record<string, unknown>
  } catch {
    return {}
  }
}

/** Sends a request byte for byte. Status 0: the connection was closed without a response. */
export const sendRaw = (url: string, lines: string[], body = ''): Promise<Raw> =>
  new Promise((resolve) => {
    const { port, hostname } = new URL(url)
    const socket = connect(Number(port), hostname)
    let text = ''
    socket.setTimeout(5000, () => socket.destroy())
    socket.on('error', () => socket.destroy())
    socket.on('data', (data: Buffer) => {
      text += data.toString('latin1')
    })
    socket.on('close', () =>
      resolve({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0), body: bodyIn(text.split('\r\n\r\n').slice(1).join('')) }),
    )
    socket.write([...lines, 'connection: close', '', body].join('\r\n'), 'latin1')
  })
