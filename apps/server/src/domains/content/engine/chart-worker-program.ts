// The packed program is made of JavaScript, and has this one beside all the others.
const ending = import.meta.filename.endsWith('.ts') ? 'ts' : 'js'

/** Where the program of the process lies that compiles charts. */
export const chartWorkerProgram = new URL(`chart-worker.${ending}`, import.meta.url)
