import type { Client } from '@facet/client'
import { words } from './content-seed.ts'

type Feed = Parameters<Client['workspaceObjects']>[0]['query']
type Reports = Parameters<Client['getReports']>[0]['query']
type Page = {
  items: readonly { id: number }[]
  pageInfo?: { hasNextPage: boolean; endCursor?: string | null } | null
}

export type ContentList = {
  name: string
  page: (api: Client, deploymentId: number, query: { first: number; after?: string }) => Promise<Page>
  /** The same list in reverse order. */
  turned?: ContentList['page']
  /** The prefix of its cursors. */
  cursorName: string
  /** The page of a caller who sees everything. Defaults to `page`. */
  whole?: ContentList['page']
}

const feed =
  (operation: 'workspaceObjects' | 'sharedWorkspaceObjects', query: NonNullable<Feed>): ContentList['page'] =>
  (api, deploymentId, page) =>
    api[operation]({ params: { deploymentId }, query: { ...query, ...page } })

const reports =
  (query: NonNullable<Reports>): ContentList['page'] =>
  (api, deploymentId, page) =>
    api.getReports({ params: { deploymentId }, query: { ...query, ...page } })

const ofReports = (name: string, query: NonNullable<Reports>): ContentList => {
  const isByName = query.sortBy === 'name'
  return {
    name: `reports ${name}`,
    page: reports(query),
    turned: reports({ ...query, sortDirection: isByName ? 'DESC' : 'ASC' }),
    cursorName: `getReports ${isByName ? 'name asc' : 'updated desc'}`,
  }
}

/** Items other than folders, which are at the end of every order. */
const notFolders: NonNullable<Feed> = { types: ['WORKBOOK', 'REPORT'] }

const ofFeed = (
  operation: 'workspaceObjects' | 'sharedWorkspaceObjects',
  name: string,
  query: NonNullable<Feed>,
  ends: 'ends' | 'folders' = 'ends',
): ContentList => {
  const isByName = query.orderByField === 'name'
  return {
    name: `${operation === 'workspaceObjects' ? 'workspace' : 'shared'} ${name}`,
    page: feed(operation, query),
    ...(ends === 'ends' ? { turned: feed(operation, { ...query, ...notFolders, orderByDirection: isByName ? 'DESC' : 'ASC' }) } : {}),
    cursorName: `${operation} ${isByName ? 'name asc' : 'updated desc'}`,
    ...(operation === 'sharedWorkspaceObjects' ? { whole: feed('workspaceObjects', query) } : {}),
  }
}

/** The lists of the console and the embedded page: by time and name, at the root and everywhere, with frequent and rare words. */
export const contentLists: readonly ContentList[] = [
  ofReports('by time', {}),
  ofReports('by name', { sortBy: 'name' }),
  ofReports('with a frequent word', { search: words.frequent }),
  ofReports('with a rare word', { search: words.rare }),
  ofReports('with two letters', { search: words.start }),
  ofFeed('workspaceObjects', 'root', {}),
  ofFeed('workspaceObjects', 'root without folders', notFolders),
  ofFeed('workspaceObjects', 'root by name', { ...notFolders, orderByField: 'name' }),
  ofFeed('workspaceObjects', 'root folders', { types: ['FOLDER'] }, 'folders'),
  ofFeed('workspaceObjects', 'with a frequent word', { search: words.frequent }),
  ofFeed('workspaceObjects', 'with a rare word', { search: words.rare }),
  ofFeed('workspaceObjects', 'with two letters', { search: words.start }),
  ofFeed('sharedWorkspaceObjects', 'root', {}),
  ofFeed('sharedWorkspaceObjects', 'root without folders', notFolders),
  ofFeed('sharedWorkspaceObjects', 'with a frequent word', { search: words.frequent }),
  ofFeed('sharedWorkspaceObjects', 'with a rare word', { search: words.rare }),
]
