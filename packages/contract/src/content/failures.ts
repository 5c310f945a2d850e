import type { FailureDefinitions } from '../failure-kinds.ts'

/** The codes that operations of this area answer with. */
export const failures = {
  folder_not_found: { kind: 'not_found', meaning: 'No such folder in this deployment, or none that this caller may see.' },
  report_not_found: { kind: 'not_found', meaning: 'No such report in this deployment, or none that this caller may see.' },
  workbook_not_found: { kind: 'not_found', meaning: 'No such workbook in this deployment, or none that this caller may see.' },
  dashboard_not_found: {
    kind: 'not_found',
    meaning: 'No published dashboard has this id, or none that this caller may see.',
    cure: 'Check the public id, and that the dashboard, its workbook or a folder above is shared with the user, a group or the embed tenant of the session.',
  },
  dashboard_version_not_found: { kind: 'not_found', meaning: 'The dashboard of the workbook has no version of this number.' },
  widget_not_found: { kind: 'not_found', meaning: 'The published dashboard has no widget of this id and type.' },
  member_unknown: {
    kind: 'invalid',
    meaning: 'The data model that production serves has no member of this name.',
    cure: 'Check the name, or wait until the build with it is served. A dry run does not ask for it.',
  },
  item_access_denied: {
    kind: 'forbidden',
    meaning: 'The caller may see the folder, workbook or report, and may not do this to it.',
    cure: 'Ask its owner, or somebody with full access to it, for the level that the message names.',
  },
  folder_name_taken: { kind: 'conflict', meaning: 'A folder of this name, in any case, exists in the same parent.' },
  folder_too_deep: { kind: 'invalid', meaning: 'Folders nest at most ten levels deep.' },
  folder_has_folders: { kind: 'invalid', meaning: 'A folder is deleted only when it has no sub-folders.' },
  folder_into_itself: { kind: 'invalid', meaning: 'A folder cannot be moved into itself or into a folder below it.' },
  report_follows_workbook: {
    kind: 'invalid',
    meaning: 'A report of a workbook lies where its workbook does and has no folder of its own.',
    cure: 'Move the workbook, or take the report out of it first by `workbookId: null`.',
  },
  slug_invalid: {
    kind: 'invalid',
    meaning: 'A slug has 1 to 100 of a-z, 0-9, - and _ and starts with a letter or digit, once it is trimmed and in lowercase.',
  },
  slug_taken: {
    kind: 'conflict',
    meaning: 'Another workbook of the deployment has this slug.',
    cure: 'Choose another slug, or send `slugTakeover: true` to take it from that workbook, which needs edit on it.',
  },
  public_id_taken: {
    kind: 'conflict',
    meaning:
      'Another report of the console, or of the same embed tenant, has this public id, in this deployment or in another. Repeating changes nothing.',
  },
  public_id_fixed: { kind: 'invalid', meaning: 'The public id of a report is given once and never changes.' },
  upsert_branch_changed: {
    kind: 'conflict',
    meaning: 'Somebody created or deleted the same item meanwhile, so that what was checked no longer holds. Nothing was applied.',
    cure: 'Repeat the request.',
  },
  json_query_invalid: { kind: 'invalid', meaning: '`jsonQuery` is not the JSON text of an object or an array.' },
  chart_not_allowed: {
    kind: 'invalid',
    meaning: 'The Vega-Lite of a chart says something that charts may not: it loads, links, listens outside of itself, or is too large.',
    cure: 'The message names the place. Rows come from the query of the report; leave addresses, images, inputs and event streams out.',
  },
  document_too_large: {
    kind: 'invalid',
    meaning: 'A document of the request has more bytes as JSON than the limit of its field.',
  },
  page_too_large: {
    kind: 'invalid',
    meaning: 'A page by number would have more bytes of documents than one answer has room for.',
    cure: 'Ask for fewer with `limit`, or page with `first` and `after`, which end a page early and go on behind it.',
  },
  unpaged_order: {
    kind: 'invalid',
    meaning: 'The order by last view is for each viewer, changes while one pages, and takes no `after`.',
    cure: 'Ask for the first page alone, or choose another order.',
  },
  dashboard_invalid: {
    kind: 'invalid',
    meaning: 'A dashboard configuration fits its schema and cannot be used: two widgets have one id, or an app has no such entry.',
  },
  widget_report_not_found: {
    kind: 'invalid',
    meaning: 'A CHART widget names no report, or one that is not of the same workbook; the message names widget and report.',
  },
  nothing_to_publish: { kind: 'invalid', meaning: 'No `config` was sent and the workbook has no draft of a dashboard.' },
  dashboard_mismatch: {
    kind: 'invalid',
    meaning: '`workbookId` is not that of the path, or `dashboardId` is not the dashboard of this workbook, which has one at most.',
  },
  dashboard_not_published: { kind: 'invalid', meaning: 'The workbook has no published dashboard. Publish it first.' },
  creator_mode_only: { kind: 'forbidden', meaning: 'Copies from the shared workspace are for creator-mode sessions.' },
  embed_access_incomplete: {
    kind: 'invalid',
    meaning: 'Nothing to change was sent, or not exactly one target (`embedTenantName` or `allEmbedUsers: true`) with an `action`.',
  },
  embedding_not_allowed: {
    kind: 'forbidden',
    meaning: 'The dashboard is shared with the user of this session, and embedding is not allowed for it.',
    cure: 'An editor publishes it with `allowEmbed: true`, or an administrator sets it.',
  },
  python_disabled: { kind: 'forbidden', meaning: 'This version cannot run Python.' },
  resource_type_unsupported: {
    kind: 'invalid',
    meaning:
      'Policies are kept for Folder, ReportFolder, Workbook, Report, Dashboard and Deployment; the other types of the reference have none here. A dashboard alone is for users and groups: with embed tenants, all embed users and single users of an embed tenant its workbook is shared.',
  },
  grantee_required: {
    kind: 'invalid',
    meaning: 'The request names nobody to share with.',
    cure: 'Send `userId` with the id of a user, or `userId: null` to share with the whole organization.',
  },
  policy_action_invalid: {
    kind: 'invalid',
    meaning:
      'The action is not one of the type: Folder, Workbook and Report have Read, Edit and Manage, a Dashboard EmbedDashboardRead, a Deployment All, DeploymentRead and others.',
  },
  system_group_view_only: {
    kind: 'invalid',
    meaning: 'The groups of the platform, of all embed users and of an embed tenant, can be given view and nothing more.',
  },
  grant_limit: {
    kind: 'invalid',
    meaning: 'The item is shared with as many users and groups as it may be. Share it with a group instead.',
  },
  content_archive_invalid: {
    kind: 'invalid',
    meaning:
      'The file is no plain tar archive of content files, or one of its files is not what such a file says. The message names the file.',
    cure: 'Export, change the JSON files, and pack them again with `tar`, without compression.',
  },
  content_archive_too_large: {
    kind: 'too_large',
    meaning: 'The archive has more than 512 MB or 100000 files, or would change more than 20000 items at once.',
    cure: 'Send it in several archives, workbooks whole.',
  },
  content_archive_no_room: {
    kind: 'unavailable',
    meaning: 'The node that takes the archive has no room for it on its disk. Nothing was imported.',
    cure: 'Wait as many seconds as `Retry-After` says, then repeat, or send it in several archives. If it stays, the operator frees space in the folder for temporary files of the node (`TMPDIR`, `/tmp` by default).',
  },
  content_import_running: {
    kind: 'unavailable',
    meaning: 'Somebody imports content into this workspace. Nothing was saved.',
    cure: 'Repeat after `Retry-After` seconds.',
  },
  content_import_overtaken: {
    kind: 'conflict',
    meaning: 'Somebody changed an item of the archive while it was imported. Nothing was applied.',
    cure: 'Repeat the import.',
  },
  content_import_conflict: {
    kind: 'conflict',
    meaning: 'Items were changed since they were exported, and would be overwritten. `errors` names them; nothing was applied.',
    cure: 'Export again and merge, or send `onConflict=overwrite`.',
  },
  content_import_refused: {
    kind: 'conflict',
    meaning: 'Items cannot be imported by this caller, or at all. `errors` says which and why; nothing was applied.',
    cure: 'The dry run says the same of each item. Leave out what is refused, or have somebody import who may.',
  },
  transfer_to_self: { kind: 'invalid', meaning: 'Content is handed from one user to another, not to the same.' },
} as const satisfies FailureDefinitions
