/** Ports, and requests exactly as a test writes them. */
export { freePort } from './free-port.ts'
export { type Answered, send, type Sending } from './send.ts'
