// The packed program is made of JavaScript, and has this one beside all the others.
const ending = import.meta.filename.endsWith('.ts') ? 'ts' : 'js'

/** Where the program of the processes lies that compare models. */
export const modelWorkerProgram = new URL(`model-worker.${ending}`, import.meta.url)
