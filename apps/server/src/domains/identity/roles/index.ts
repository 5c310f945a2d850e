/** Roles: named sets of actions, granted over the tenant or over some deployments. */
export { hasOtherAdministrator, lockAdministrators, withdrawAdministration } from './administrator-queries.ts'
export { getRole, grantRole, insertDefaultRoles } from './role-queries.ts'
