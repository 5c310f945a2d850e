/** Roles: named sets of actions, granted over the tenant or over some deployments. */
export { getRole, grantRole, insertDefaultRoles } from './role-queries.ts'
