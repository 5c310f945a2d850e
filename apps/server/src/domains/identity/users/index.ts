/** Users: people who sign in or call with a key of their own. */
export { getCurrentUser } from './get-current-user.ts'
export { findUserByEmail, insertUser, setDeactivated } from './user-queries.ts'
