import { connect } from 'node:net'

const patienceMs = 2000

/** Whether somebody takes a connection on this port of the machine. */
export const isAnswering = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', timeout: patienceMs })
    const settle = (isTaken: boolean): void => {
      socket.destroy()
      resolve(isTaken)
    }
    socket.once('connect', () => settle(true))
    socket.once('timeout', () => settle(false))
    socket.once('error', () => settle(false))
  })
