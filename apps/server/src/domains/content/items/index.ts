/** Folders, workbooks and reports as one tree, and the one rule of who may do what with them. Has no operations of its own. */
export { afterMove } from './after-move.ts'
export { type ContentListing, type ContentPage, contentPage, listFirst, type LoadItems } from './content-page.ts'
export { type DescribedItem, describeItem, describeItems, itemView, kindOf } from './describe-items.ts'
export { bytesOf, fittingPage, requireFitting, storing } from './document-sizes.ts'
export { deleteFavorite, findFavorites, insertFavorite } from './favorite-queries.ts'
export { findFolderPaths, type FolderPathEntry } from './folder-paths.ts'
export { allEmbedUsers, consoleOrganisation, type Identity, isCreator, type WorkspaceContext } from './identities.ts'
export { findItemHeads, type ItemHead } from './item-heads.ts'
export { changeItem, findItems, getItem, insertItem, type ItemChanges, type ItemRow, type NewItem, removeItem } from './item-queries.ts'
export { callerArguments, findLevels } from './level-queries.ts'
export { actionOf, type ItemKind, itemKinds, type Level, levels } from './levels.ts'
export { findOwners, type ItemOwner, nobody } from './owner-queries.ts'
export { type ContentFilter, countCap, countContent, type FoundItem, listContent } from './page-queries.ts'
export { newPublicId } from './public-id.ts'
export { accessToMade, type ItemAccess, itemNotFound, requireFolderOnTheWay, requireItem } from './require-item.ts'
export { countReportsIn } from './report-counts.ts'
export { requirePlace } from './require-place.ts'
export { sortName } from './sort-name.ts'
export { holdTree, inTurnsOfTree, lockImports, lockTree } from './tree-lock.ts'
export {
  asAnyEmbedUser,
  byGrantsAlone,
  consoleWorkspace,
  requireSharedWorkspace,
  requireViewedWorkspace,
  requireWorkspace,
  type WorkspaceAccess,
  workspaceAs,
} from './workspace-access.ts'
