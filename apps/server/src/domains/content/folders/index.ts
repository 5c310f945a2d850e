/** Folders of a workspace: one tree for all that people make there. */
export { removeFolder } from './delete-folder.ts'
export { nextPosition } from './folder-queries.ts'
export { loadFolders } from './folder-view.ts'
export { moveFolder } from './move-folder.ts'
