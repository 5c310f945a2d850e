import { createHash } from 'node:crypto'

/** Raised when the platform compiles or packs differently: then no earlier artifact is used again. */
export const compileVersion = 1

type Content = { filesHash: string; engineVersion: string; variablesHash: string }

/** Equal for what would compile to the same: an equal build that is there is used again. */
export const contentHashOf = ({ filesHash, engineVersion, variablesHash }: Content): string =>
  createHash('sha256').update(`${compileVersion} ${filesHash} ${engineVersion} ${variablesHash}`).digest('hex')
