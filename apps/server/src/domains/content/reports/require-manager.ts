import { refused } from '#access'
import { levels, type WorkspaceAccess } from '#domains/content/items'

/** Who deletes or moves a report needs a role with ReportManage, besides edit on the report. */
export const requireManager = ({ caller, caps }: WorkspaceAccess): void => {
  if (caps.report < levels.full) throw refused(caller, 'ReportManage')
}
