/** The git remote that a data model is connected to, as other modules use it: opened with its secrets, pushed to. */
export { type ConnectedRemote, findRemote, requireRemote } from './open-remote.ts'
export { pushHead } from './push-head.ts'
export { findRemoteRow, notConnected, type RemoteRow, removeRemoteRow, requireSameRemote, storeRemote } from './remote-queries.ts'
export { removeRemoteBranch } from './remove-branch.ts'
export { remoteRef, secretPlaces } from './remote-rules.ts'
