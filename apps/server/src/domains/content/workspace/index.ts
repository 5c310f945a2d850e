/** The feed of a workspace, and what is done to items of every kind alike. */
export { type BulkFailure, forEachItem } from './bulk.ts'
export { placeItem } from './move-item.ts'
