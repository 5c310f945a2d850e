/** Stand between a client and a server, and break what passes in ways that a closed socket does not show. */
export {
  asAsked,
  type HttpAnswer,
  type HttpBehaviour,
  type HttpExchange,
  type HttpRelay,
  openHttpRelay,
} from './http-relay.ts'
export { listenOnLoopback } from './loopback.ts'
export { type ByteHandlers, openRelay, type RelayedConnection, type TcpRelay } from './tcp-relay.ts'
