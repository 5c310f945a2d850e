/** Work that would block the event loop: on threads of their own, within limits of time and memory. */
export { createThread, type Thread, type ThreadCall, ThreadLimitExceeded } from './thread.ts'
