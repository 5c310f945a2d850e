/** Files of a tree: what git calls their contents, and what may stand beside what. */
export { blobIdOf } from './blob-id.ts'
export { folded, foldersOf, requireFit } from './tree-fit.ts'
