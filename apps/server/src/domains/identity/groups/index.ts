/** Groups: names that access policies know. Those of the whole tenant are made here; embed tenants have their own beside them. */
export { insertGroup } from './group-queries.ts'
export { isReservedGroupName, requireOwnGroupName } from './group-rules.ts'
