/** A database restored from a backup, made fit to be served: by the operator, from the command line. */
export { type Restored, restored } from './restored.ts'
