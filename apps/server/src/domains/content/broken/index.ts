/** What content a change of the data model breaks. Has no operations of its own. */
export { findBrokenContent, type FoundContent } from './find-broken-content.ts'
export { usesMembers } from './broken-queries.ts'
