/** Work that would block the event loop or might take all memory: in processes of their own, within limits of time and memory. */
export { answerCalls } from './answer-calls.ts'
export { type ComputeCall, ComputeLimitExceeded, type ComputeProcess, createComputeProcess } from './compute-process.ts'
