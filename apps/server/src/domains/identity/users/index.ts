/** Users: people who sign in or call with a key of their own. */
export { bulkUserAction } from './bulk-user-action.ts'
export { createUser } from './create-user.ts'
export { deleteUser } from './delete-user.ts'
export { getCurrentUser } from './get-current-user.ts'
export { listUsers } from './list-users.ts'
export { updateUser } from './update-user.ts'
export { findUserByEmail, insertUser, setDeactivated } from './user-queries.ts'
