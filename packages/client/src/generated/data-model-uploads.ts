// Generated from packages/contract by pnpm generate. Do not edit.

import type { BranchPush } from './shared.ts'

export type FileHash = {
  /** SHA-1 of the bytes, in lower-case hex; not the hash of a git blob. */
  hash: string
}

export type FinishUploadBody = {
  transaction: UploadTransaction
  files: Record<string, FileHash>
  autoRemoveFiles?: boolean | null | undefined
  awaitGitOperations?: boolean | null | undefined
  commitMessage?: string | null | undefined
  branchName?: string | null | undefined
  /** Own field: says that whoever sees more by this change is meant to. Asked for when `wideningMerges` is `acknowledge`. */
  acknowledgeWidening?: boolean | null | undefined
  /**
   * Own field: says that the reports and dashboards that this change breaks may break. Asked for when `breakingMerges` is
   * `acknowledge`.
   */
  acknowledgeBreaking?: boolean | null | undefined
}

export type FinishUploadResponse = { lastHash?: string | null; push?: BranchPush | null }

export type StartUploadBody = { branchName?: string | null | undefined }

export type StartUploadResponse = { transaction: UploadTransaction; deploymentName: string }

export type UploadFileBody = { transaction: string; fileName: string }

export type UploadFileResponse = { success: boolean; hash: string }

export type UploadTransaction = { id: string }

export type FileHashesQuery = {
  /** The deploy branch, whatever branch the credential is on. */
  live?: boolean | null | undefined
  /** Left out, the branch is the one the credential is on in dev mode, else the deploy branch. */
  branchName?: string | null | undefined
  /** Paths are inside the project root of the deployment (`deployProjectRoot`), not the repository. */
  useDeployProjectRoot?: boolean | null | undefined
}

export type FileHashesCall = { params: { deploymentId: number }; query?: FileHashesQuery | undefined }

export type FinishUploadQuery = {
  /** The deploy branch, whatever branch the credential is on. */
  live?: boolean | null | undefined
  /** Left out, the branch is the one the credential is on in dev mode, else the deploy branch. */
  branchName?: string | null | undefined
  /** Paths are inside the project root of the deployment (`deployProjectRoot`), not the repository. */
  useDeployProjectRoot?: boolean | null | undefined
}

export type FinishUploadCall = {
  params: { deploymentId: number }
  query?: FinishUploadQuery | undefined
  body: FinishUploadBody
  /** Made by the client when left out. */
  idempotencyKey?: string | undefined
}

export type StartUploadQuery = {
  /** The deploy branch, whatever branch the credential is on. */
  live?: boolean | null | undefined
  /** Left out, the branch is the one the credential is on in dev mode, else the deploy branch. */
  branchName?: string | null | undefined
  /** Paths are inside the project root of the deployment (`deployProjectRoot`), not the repository. */
  useDeployProjectRoot?: boolean | null | undefined
}

export type StartUploadCall = {
  params: { deploymentId: number }
  query?: StartUploadQuery | undefined
  body: StartUploadBody
  /** Made by the client when left out. */
  idempotencyKey?: string | undefined
}

export type UploadFileQuery = {
  /** The deploy branch, whatever branch the credential is on. */
  live?: boolean | null | undefined
  /** Left out, the branch is the one the credential is on in dev mode, else the deploy branch. */
  branchName?: string | null | undefined
  /** Paths are inside the project root of the deployment (`deployProjectRoot`), not the repository. */
  useDeployProjectRoot?: boolean | null | undefined
}

export type UploadFileCall = {
  params: { deploymentId: number }
  query?: UploadFileQuery | undefined
  body: UploadFileBody
  /** Sent after the fields of the body. */
  file: Blob | Uint8Array
}
