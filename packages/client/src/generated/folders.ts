// Generated from packages/contract by pnpm generate. Do not edit.

import type { PageInfo, WorkspaceFolderPathEntry, WorkspaceItemType } from './shared.ts'

export type CreateFolderInput = {
  name: string
  /** Id of a folder; 0, as null, is the root of the workspace. */
  parentId?: number | null | undefined
  /** Left out: behind the last of its siblings. */
  position?: number | null | undefined
}

export type Folder = {
  id: number
  name: string
  type: WorkspaceItemType
  deploymentId: number
  /** From the root to the containing folder; empty at the root. */
  folderPath?: WorkspaceFolderPathEntry[]
  /** Left out where it is nobody who still exists. */
  createdBy?: number
  createdAt: string
  updatedAt: string
  /** Among its siblings, smallest first. */
  position: number
  parentId?: number | null
  updatedBy?: number | null
  /** Whether it is among the favourites of the caller. */
  isFavorite?: boolean | null
}

export type FoldersListResponse = {
  items: Folder[]
  /** The same as `items`, for older clients. */
  data: Folder[]
  /** All that the caller can access, without paging; counted up to 10000. */
  count?: number | null
  pageInfo?: PageInfo | null
}

export type ReportFolder = {
  id: number
  name: string
  /** Reports directly in it that the caller can see; counted up to 10000. */
  reportsCount: number
}

export type ReportFoldersListResponse = {
  items: ReportFolder[]
  /** The same as `items`, for older clients. */
  data: ReportFolder[]
  pageInfo: PageInfo
}

export type UpdateFolderInput = {
  name?: string | null | undefined
  /** Left out: behind the last of its siblings. */
  position?: number | null | undefined
}

export type CreateFolderCall = {
  params: { deploymentId: number }
  body: CreateFolderInput
  /** Made by the client when left out. */
  idempotencyKey?: string | undefined
}

export type DeleteFolderCall = { params: { deploymentId: number; folderId: number } }

export type GetFolderAncestorsCall = { params: { deploymentId: number; folderId: number } }

export type GetFoldersQuery = {
  /** Id of a folder; 0, as null, is the root of the workspace. */
  parentId?: number | null | undefined
  /** Page size, 100 when left out; more than 1000 gives 1000. */
  first?: number | undefined
  /** The `pageInfo.endCursor` of the page before. Opaque. */
  after?: string | undefined
}

export type GetFoldersCall = { params: { deploymentId: number }; query?: GetFoldersQuery | undefined }

export type ListReportFoldersQuery = {
  /** Page size, 100 when left out; more than 1000 gives 1000. */
  first?: number | undefined
  /** The `pageInfo.endCursor` of the page before. Opaque. */
  after?: string | undefined
}

export type ListReportFoldersCall = { params: { deploymentId: number }; query?: ListReportFoldersQuery | undefined }

export type UpdateFolderCall = { params: { deploymentId: number; folderId: number }; body: UpdateFolderInput }
