/** Groups: what a name of one may be, whoever writes it. */
export { requireOwnGroupName } from './group-rules.ts'
