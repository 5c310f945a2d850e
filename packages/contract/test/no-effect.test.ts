import { describe, expect, it } from 'vitest'
import { findIneffective, listIneffectiveFields, NoEffect } from '../src/no-effect.ts'
import { Maybe, OneOf, openApiDocument, type OperationShape, operations, schema, Type } from '../src/index.ts'

const Body = schema('AnyBody', {
  day: Maybe(NoEffect(Type.String({ description: 'The day.' }))),
  kind: Maybe(NoEffect(OneOf('AnyKind', ['CLASSIC', 'APP']), ['APP'])),
  looks: Maybe(schema('AnyLooks', { sql: Maybe(NoEffect(Type.Boolean())), list: NoEffect(Type.Array(Type.String())) })),
  name: Maybe(Type.String()),
})
const find = (body: unknown) => findIneffective(listIneffectiveFields(Body), body)

describe('findIneffective', () => {
  it.each([
    [{ day: 'monday', name: 'x' }, ['/day']],
    [{ day: null, kind: null, looks: null }, []],
    [{ kind: 'APP' }, ['/kind']],
    [{ kind: 'CLASSIC' }, []],
    [{ looks: { sql: false, list: [] } }, ['/looks/sql']],
    [{ looks: { list: ['x'] } }, ['/looks/list']],
    ['text', []],
    [null, []],
  ])('finds in %j %j', (body, found) => {
    expect(find(body)).toEqual(found)
  })
})

describe('NoEffect', () => {
  it('says so in the description, of some values by name', () => {
    expect(NoEffect(Type.String({ description: 'The day.' }))).toMatchObject({
      description: 'The day. Stored. Has no effect in this version.',
      'x-facet-no-effect': true,
    })
    expect(NoEffect(OneOf('AnyKind', ['CLASSIC', 'APP']), ['APP'])).toMatchObject({
      description: '`APP` is stored and has no effect in this version.',
      'x-facet-no-effect': ['APP'],
    })
  })

  it('adds the header to the responses of exactly the operations with such fields', () => {
    const { paths } = openApiDocument()
    const marked = Object.values<OperationShape>(operations).filter(({ body }) => listIneffectiveFields(body).length > 0)
    const documented = Object.values(paths).flatMap((path) =>
      Object.values(path).flatMap((operation) =>
        JSON.stringify(operation).includes('Facet-No-Effect') ? [(operation as { operationId: string }).operationId] : [],
      ),
    )

    expect(documented.toSorted()).toEqual(marked.map(({ id }) => id).toSorted())
    expect(documented).toContain('updateTenantSettings')
  })
})
