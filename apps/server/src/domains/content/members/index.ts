/** Which members of the data model content uses: read out of its documents, and stored with every save. */
export { mapCalculatedFields } from './calculated-members.ts'
export { mapConfig, membersOfPublished, membersOfWorkbook, type PublishedDocument, type WorkbookDocument } from './dashboard-members.ts'
export { cubeOf, memberIn, type MemberUse, type UsedIn, type VisitMember } from './member-form.ts'
export { addMembers, copyMembers, findUses, type MemberState, storeMembers, type UseRow } from './member-queries.ts'
export { findMissing, findServedBuild, modelOf } from './model-queries.ts'
export { mapQuery } from './query-members.ts'
export { mapReport, membersOfReport, type ReportDocument } from './report-members.ts'
export { addReportMembers, addWorkbookMembers, storeReportMembers, storeWorkbookMembers } from './saved-members.ts'
