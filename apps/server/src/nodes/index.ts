/** The processes of an installation: who is alive, and the small work they share. */
export { startHousekeeping } from './housekeeping.ts'
export { joinNodes, type Node } from './nodes.ts'
