/** What of content frames are shown, and who may look. */
export { dashboardNotFound } from './embedded-queries.ts'
export { type Embedded, requireEmbedded, requireSeen } from './require-embedded.ts'
