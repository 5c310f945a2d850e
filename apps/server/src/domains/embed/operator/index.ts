/** The operator's switches over embedding, from the command line. */
export { freezeEmbedding, revokeAllEmbedding, rotateEmbedKey } from './operator.ts'
