/** Groups: names that access policies know. Those of the whole tenant are made here; embed tenants have their own beside them. */
export { createGroup } from './create-group.ts'
export { deleteGroup } from './delete-group.ts'
export { insertGroup, type NewGroup } from './group-queries.ts'
export { isReservedGroupName, requireOwnGroupName } from './group-rules.ts'
export { listGroups } from './list-groups.ts'
