/** Pushes to dbt repositories: which of them a sync is started for, and that each is taken in once. */
export { acceptPush, type AcceptedPush } from './accept-push.ts'
export { judgePush, type IgnoredPush, type JudgedPush, type Push } from './push-rules.ts'
