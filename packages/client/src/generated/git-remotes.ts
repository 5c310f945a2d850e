// Generated from packages/contract by pnpm generate. Do not edit.

import type { BranchPush, RemoteHostKey } from './shared.ts'

export type ConnectRemoteInput = {
  /** https://host/path.git, ssh://user@host/path.git or user@host:path.git */
  url: string
  /** For HTTPS with a token; `git` when left out. */
  username?: string | null | undefined
  /** For HTTPS. Over SSH it is neither used nor kept. */
  token?: string | null | undefined
  /** Make a new key pair in place of the present one. */
  newSshKey?: boolean | null | undefined
  /** Make a new address for push notices; the one before ends. */
  newWebhook?: boolean | null | undefined
}

export type ConnectRemoteResponse = {
  remote: Remote
  /** Holds a secret. */
  webhookUrl?: string | null
}

export type DisconnectRemoteResponse = { success: boolean }

export type PushBranchInput = { branchName?: string | undefined }

export type PushBranchResponse = {
  /** False when the remote had it all. */
  isPushed: boolean
  lastHash: string
}

export type PushNoticeResponse = { buildTriggered: boolean }

export type Remote = {
  url: string
  username?: string | null
  hasToken: boolean
  /** Add it to the repository as a deploy key, with write access if branches are to be pushed. */
  sshPublicKey?: string | null
  /** Pinned when the remote was connected; a host that shows another key is refused. */
  hostKeys: RemoteHostKey[]
  connectedAt: string
  /** What became of the last push of each branch, by name. */
  pushes: BranchPush[]
}

export type TestRemoteResponse = {
  isReachable: boolean
  /** `Repository is reachable`, or the cause in words. */
  message: string
  /** The code of the failure, such as `remote_auth_failed`. */
  cause?: string | null
  branches: string[]
}

export type ConnectRemoteCall = { params: { deploymentId: number }; body: ConnectRemoteInput }

export type DisconnectRemoteCall = { params: { deploymentId: number } }

export type GetRemoteCall = { params: { deploymentId: number } }

export type PushBranchCall = {
  params: { deploymentId: number }
  body: PushBranchInput
  /** Made by the client when left out. */
  idempotencyKey?: string | undefined
}

export type ReceivePushNoticeQuery = { token?: string | undefined } & Record<string, unknown>

export type ReceivePushNoticeCall = {
  params: { deploymentId: number }
  query?: ReceivePushNoticeQuery | undefined
  body: Record<string, unknown>
}

export type TestRemoteCall = { params: { deploymentId: number } }
