/** Where the program of the threads lies that compare models. */
export const workerProgram = new URL('worker.ts', import.meta.url)
