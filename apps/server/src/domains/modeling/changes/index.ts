/** Changes on their way between branches: committed to the parent, merged, pulled. */
export { pullFromRemote } from './pull-from-remote.ts'
