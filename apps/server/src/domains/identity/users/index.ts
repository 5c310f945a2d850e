/** Users: people who sign in or call with a key of their own. */
export { findUserByEmail, insertUser, setDeactivated } from './user-queries.ts'
