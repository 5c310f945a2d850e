/** The git remote of a data model: connected, tested, pushed to, and heard from. */
export { connectRemote } from './connect-remote.ts'
export { disconnectRemote } from './disconnect-remote.ts'
export { getRemote } from './get-remote.ts'
export { pushBranch } from './push-branch.ts'
export { receivePushNotice } from './receive-push-notice.ts'
export { testRemote } from './test-remote.ts'
