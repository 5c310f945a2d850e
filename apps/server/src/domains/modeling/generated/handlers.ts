// Generated from the files of the contract and of the areas by pnpm generate. Do not edit.

import type { Handlers } from '#context'
import { commitChanges } from '../changes/commit-changes.ts'
import { connectRemote } from '../remotes/connect-remote.ts'
import { createBranch } from '../branches/create-branch.ts'
import { deleteBranch } from '../branches/delete-branch.ts'
import { diffBranch } from '../diff/diff-branch.ts'
import { disconnectRemote } from '../remotes/disconnect-remote.ts'
import { fileHashes } from '../uploads/file-hashes.ts'
import { finishUpload } from '../uploads/finish-upload.ts'
import { getRemote } from '../remotes/get-remote.ts'
import { listBranches } from '../branches/list-branches.ts'
import { listFiles } from '../files/list-files.ts'
import { mergeIntoParentBranch } from '../changes/merge-into-parent-branch.ts'
import { mergeToDefaultBranch } from '../changes/merge-to-default-branch.ts'
import { pull } from '../changes/pull.ts'
import { pushBranch } from '../remotes/push-branch.ts'
import { receivePushNotice } from '../remotes/receive-push-notice.ts'
import { removeFiles } from '../files/remove-files.ts'
import { renameFiles } from '../files/rename-files.ts'
import { setBranchStagingEnvironment } from '../branches/set-branch-staging-environment.ts'
import { startDevMode } from '../branches/start-dev-mode.ts'
import { startUpload } from '../uploads/start-upload.ts'
import { stopDevMode } from '../branches/stop-dev-mode.ts'
import { testRemote } from '../remotes/test-remote.ts'
import { updateFiles } from '../files/update-files.ts'
import { uploadFile } from '../uploads/upload-file.ts'
import { validateDataModel } from '../validation/validate-data-model.ts'

/** Which function serves which operation of this area. */
export const handlers = {
  commitChanges,
  connectRemote,
  createBranch,
  deleteBranch,
  diffBranch,
  disconnectRemote,
  fileHashes,
  finishUpload,
  getRemote,
  listBranches,
  listFiles,
  mergeIntoParentBranch,
  mergeToDefaultBranch,
  pull,
  pushBranch,
  receivePushNotice,
  removeFiles,
  renameFiles,
  setBranchStagingEnvironment,
  startDevMode,
  startUpload,
  stopDevMode,
  testRemote,
  updateFiles,
  uploadFile,
  validateDataModel,
} satisfies Partial<Handlers>
