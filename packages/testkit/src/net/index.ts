/** Ports, and requests exactly as a test writes them. */
export { freePort, freePortBelow } from './free-port.ts'
export { type Answered, send, type Sending } from './send.ts'
