import type { TSchema } from 'typebox'
import { Maybe, Nullable, schema, type Static, Type } from './schema.ts'

export const pageSize = { standard: 100, max: 1000 } as const

/** Deep offsets and exact counts cost a scan of everything before them; both stop here. */
export const offsetCap = 10_000

export const PageInfo = schema('PageInfo', {
  hasNextPage: Type.Boolean(),
  hasPreviousPage: Type.Boolean(),
  startCursor: Maybe(Type.String()),
  endCursor: Maybe(Type.String()),
})
export type PageInfo = Static<typeof PageInfo>

export const pageQuery = {
  first: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: `Page size, ${pageSize.standard} when left out; more than ${pageSize.max} gives ${pageSize.max}.`,
    }),
  ),
  after: Type.Optional(Type.String({ maxLength: 1000, description: 'The `pageInfo.endCursor` of the page before. Opaque.' })),
}
export const PageQuery = Type.Object(pageQuery)

/** The canonical list: `items` and `pageInfo`; `data` repeats `items` for clients that read the older name. */
export const page = <T extends TSchema>(title: string, item: T) =>
  schema(title, {
    items: Type.Array(item),
    data: Type.Array(item, { description: 'The same as `items`, for older clients.' }),
    pageInfo: PageInfo,
  })

export const Pagination = schema('DeploymentsPagination', {
  total: Type.Integer({ minimum: 0, description: `Counted up to ${offsetCap}.` }),
  offset: Type.Integer({ minimum: 0 }),
  limit: Type.Integer({ minimum: 0 }),
})

export const offsetQuery = {
  offset: Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: offsetCap, description: 'Deprecated: use `first` and `after`.' }))),
  limit: Type.Optional(Nullable(Type.Integer({ minimum: 0, description: 'Deprecated: use `first` and `after`. 20 when left out.' }))),
}
