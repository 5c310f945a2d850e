export type Kind = 'folder' | 'workbook' | 'report'
export type Level = 0 | 1 | 2 | 3
export type Caps = Readonly<Record<Kind, Level>>

/** The workspaces of a deployment: the console and one for each embed tenant. */
export type Place = 'console' | 'acme' | 'globex'
export type EmbedTenant = Exclude<Place, 'console'>
export const embedTenants = ['acme', 'globex'] as const satisfies EmbedTenant[]

/** Groups of the tenant, and `crew` of an embed tenant. No session depends on `green`, so that it can be deleted. */
export const groups = ['red', 'blue', 'green', 'crew'] as const
export type Group = (typeof groups)[number]
export const groupPlace = (group: Group): Place => (group === 'crew' ? 'acme' : 'console')

export const evenCaps = (level: Level): Caps => ({ folder: level, workbook: level, report: level })

/** The highest level that a role permits for each kind. The trial creates `Editor` and `Reader`, which differ from the default roles. */
export const roles = {
  Admin: { caps: evenCaps(3), isAdministrator: true, seesDashboards: true },
  Developer: { caps: evenCaps(3), isAdministrator: false, seesDashboards: true },
  Explorer: { caps: evenCaps(3), isAdministrator: false, seesDashboards: true },
  Viewer: { caps: evenCaps(1), isAdministrator: false, seesDashboards: true },
  Editor: { caps: evenCaps(2), isAdministrator: false, seesDashboards: true },
  Reader: { caps: { folder: 1, workbook: 0, report: 1 }, isAdministrator: false, seesDashboards: false },
} as const satisfies Record<string, { caps: Caps; isAdministrator: boolean; seesDashboards: boolean }>
export type Role = keyof typeof roles

/** The actions of the roles that the trial creates. */
export const ownRoles = {
  Editor: [
    ...(['AIBIView', 'DeploymentRead', 'FolderRead', 'FolderEdit', 'WorkbookRead', 'WorkbookEdit', 'ReportRead', 'ReportEdit'] as const),
    ...(['EmbedDashboardRead', 'EmbedDeploymentRead'] as const),
  ],
  Reader: ['AIBIView', 'DeploymentRead', 'FolderRead', 'ReportRead'],
} as const

/** Users of the console and their roles. */
export const users = {
  ada: 'Admin',
  dev: 'Developer',
  ann: 'Explorer',
  bob: 'Explorer',
  vic: 'Viewer',
  kit: 'Editor',
  rex: 'Reader',
} as const
export type User = keyof typeof users
export const userNames = Object.keys(users) as User[]

/** Embed users and the groups in their sessions. */
export const visitors = {
  cara: { embedTenant: 'acme', isCreator: true, groups: ['red', 'crew'] },
  cole: { embedTenant: 'acme', isCreator: true, groups: [] },
  dora: { embedTenant: 'globex', isCreator: true, groups: ['blue'] },
  eve: { embedTenant: 'acme', isCreator: false, groups: ['crew'] },
  gus: { embedTenant: 'globex', isCreator: false, groups: ['blue'] },
  fay: { embedTenant: null, isCreator: false, groups: ['red'] },
} as const satisfies Record<string, { embedTenant: EmbedTenant | null; isCreator: boolean; groups: readonly Group[] }>
export type Visitor = keyof typeof visitors
export const visitorNames = Object.keys(visitors) as Visitor[]

export type Person = User | Visitor
export const isUser = (name: string): name is User => name in users
export const isVisitor = (name: string): name is Visitor => name in visitors

/** All people, ann with a key of another deployment, ann in a frame, and the administrator of another tenant. */
export const callers = [...userNames, ...visitorNames, 'ann elsewhere', 'ann framed', 'foreigner'] as const
export type Caller = Person | 'ann elsewhere' | 'ann framed' | 'foreigner'

/** In a template: a caller, or the owner of the item. */
export type CallerTemplate = Caller | 'owner'
