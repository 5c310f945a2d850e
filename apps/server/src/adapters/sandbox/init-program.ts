import { fileURLToPath } from 'node:url'

/** Beside this file: in the bundle it is JavaScript as well. */
export const initEnding = import.meta.url.endsWith('.ts') ? 'ts' : 'js'

export const initProgram = fileURLToPath(new URL(initEnding === 'ts' ? 'init.ts' : 'sandbox-init.js', import.meta.url))
