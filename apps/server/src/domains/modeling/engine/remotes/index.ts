/** The git remote that a data model is connected to, as other modules use it: opened with its secrets, pushed to. */
export {
  type ConnectionPlan,
  type ConnectionRequest,
  type KeptConnection,
  keptPlan,
  planConnection,
  sealConnection,
  type SecretAads,
} from './connection-plan.ts'
export { hostKeyView } from './host-key-view.ts'
export { type ConnectedRemote, findRemote, openAuth, requireRemote } from './open-remote.ts'
export { askForPush, awaitPush } from './await-push.ts'
export { pushHead } from './push-head.ts'
export { createPusher } from './pusher.ts'
export type { PushBacklog, Pushes, PushOutcome } from './pushes.ts'
export { createPushBacklog } from './push-backlog.ts'
export {
  findPush,
  removePushes,
  heldBackCause,
  listPushes,
  makePushesDue,
  type PushRow,
  requestPush,
  reassignPushes,
} from './push-queries.ts'
export { pushView } from './push-view.ts'
export { createRetries } from './retry-pushes.ts'
export { findRemoteRow, notConnected, type RemoteRow, removeRemoteRow, requireSameRemote, storeRemote } from './remote-queries.ts'
export { removeRemoteBranch } from './remove-branch.ts'
export type { PushingContext, RemoteContext, ServingProblem } from './remote-context.ts'
export { remoteRef, secretAads } from './remote-rules.ts'
