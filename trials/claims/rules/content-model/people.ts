export type Kind = 'folder' | 'workbook' | 'report'
export type Level = 0 | 1 | 2 | 3
export type Caps = Readonly<Record<Kind, Level>>

/** The console's workspace of the deployment, and one for each embed tenant. */
export type Place = 'console' | 'acme' | 'globex'
export type EmbedTenant = Exclude<Place, 'console'>
export const embedTenants = ['acme', 'globex'] as const satisfies EmbedTenant[]

/** Tenant-wide groups, and one of an embed tenant. Nobody's session stands on `green`, so it can be deleted. */
export const groups = ['red', 'blue', 'green', 'crew'] as const
export type Group = (typeof groups)[number]
export const groupPlace = (group: Group): Place => (group === 'crew' ? 'acme' : 'console')

const even = (level: Level): Caps => ({ folder: level, workbook: level, report: level })

/** What a role leaves of any level, and what else it holds. `Editor` and `Reader` are made for this trial, to have roles that differ by kind. */
export const roles = {
  Admin: { caps: even(3), isAdministrator: true, seesDashboards: true },
  Developer: { caps: even(3), isAdministrator: false, seesDashboards: true },
  Explorer: { caps: even(3), isAdministrator: false, seesDashboards: true },
  Viewer: { caps: even(1), isAdministrator: false, seesDashboards: true },
  Editor: { caps: even(2), isAdministrator: false, seesDashboards: true },
  Reader: { caps: { folder: 1, workbook: 0, report: 1 }, isAdministrator: false, seesDashboards: false },
} as const satisfies Record<string, { caps: Caps; isAdministrator: boolean; seesDashboards: boolean }>
export type Role = keyof typeof roles

/** What the roles of this trial hold, beside those that every tenant has. */
export const ownRoles = {
  Editor: [
    'AIBIView',
    'DeploymentRead',
    'FolderRead',
    'FolderEdit',
    'WorkbookRead',
    'WorkbookEdit',
    'ReportRead',
    'ReportEdit',
    'EmbedDashboardRead',
    'EmbedDeploymentRead',
  ],
  Reader: ['AIBIView', 'DeploymentRead', 'FolderRead', 'ReportRead'],
} as const

/** Who has a role, in the console. */
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

/** Users of frames, with the groups that their sessions name. */
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

/** Everybody by name, ann by a key of another deployment and in a frame, and the administrator of another tenant. */
export const callers = [...userNames, ...visitorNames, 'ann elsewhere', 'ann framed', 'foreigner'] as const
export type Caller = Person | 'ann elsewhere' | 'ann framed' | 'foreigner'

/** While a sequence is being made, also whoever owns what a step is about. */
export type Asker = Caller | 'owner'
