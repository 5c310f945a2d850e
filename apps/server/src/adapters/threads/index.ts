/** Work that would keep the event loop from everybody: on threads of their own, within limits of time and memory. */
export { createThread, type Thread, type ThreadCall, ThreadLimitExceeded } from './thread.ts'
