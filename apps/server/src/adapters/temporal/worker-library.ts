import { createRequire } from 'node:module'

/** Whether the library that workers need is installed beside the program. It is not loaded. */
export const hasWorkerLibrary = (): boolean => {
  try {
    createRequire(import.meta.url).resolve('@temporalio/worker')
    return true
  } catch {
    return false
  }
}
