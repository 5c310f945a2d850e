import { Maybe, OneOf, schema, Type } from '@facet/contract'
import { describe, expect, it } from 'vitest'
import { namedTypes } from '../../../tools/generate/named-types.ts'
import { comment, plain, shapeOf, typeOf } from '../../../tools/generate/schema-type.ts'

const Colour = OneOf('Colour', ['red', 'green'])

describe('the type of a schema', () => {
  it.each([
    ['a name', Colour, 'Colour'],
    ['a list of names', Type.Array(Colour), 'Colour[]'],
    ['a list of either', Type.Array(Type.Union([Type.String(), Type.Null()])), '(string | null)[]'],
    ['a literal', Type.Literal('on'), '"on"'],
    ['a record', Type.Record(Type.String(), Type.Integer()), 'Record<string, number>'],
    ['anything', Type.Unknown(), 'unknown'],
    ['both', Type.Intersect([schema('A', {}), schema('B', {})]), 'A & B'],
    ['an open object', Type.Object({ id: Type.Integer() }, { additionalProperties: true }), '{ id: number } & Record<string, unknown>'],
    ['a field that is no identifier', Type.Object({ 'a-b': Type.Boolean() }), '{ "a-b": boolean }'],
  ])('is %s', (_, given, type) => {
    expect(typeOf(plain(given), 'output')).toBe(type)
  })

  it('lets callers, and only them, write undefined for what they leave out', () => {
    const given = plain(Type.Object({ name: Maybe(Type.String()) }))

    expect(shapeOf(given, 'input')).toBe('{ name?: string | null | undefined }')
    expect(shapeOf(given, 'output')).toBe('{ name?: string | null }')
  })

  it('is called by its name where it stands within itself', () => {
    const folder = { type: 'object', title: 'Folder', properties: { parent: { anyOf: [{ $ref: 'Folder' }, { type: 'null' }] } } }

    expect(shapeOf(folder, 'output')).toBe('{ parent?: Folder | null }')
  })

  it('is refused rather than guessed', () => {
    expect(() => typeOf({ type: 'tuple' }, 'output')).toThrow('No TypeScript type is known')
    expect(() => typeOf({ $ref: '#/properties/folder' }, 'output')).toThrow('No TypeScript type is known')
  })
})

describe('a named type', () => {
  const uses = (...files: string[]) =>
    files.map((file) => ({ schema: plain(schema('Palette', { main: Colour })), direction: 'output' as const, file }))

  it('lives with its tag, or with the shared ones when two tags use it', () => {
    expect(namedTypes(uses('themes')).get('Colour')?.file).toBe('themes')
    expect(namedTypes(uses('themes', 'charts', 'themes')).get('Colour')?.file).toBe('shared')
  })

  it('has one meaning', () => {
    const other = { schema: plain(OneOf('Colour', ['blue'])), direction: 'output' as const, file: 'themes' }

    expect(() => namedTypes([...uses('themes'), other])).toThrow('Two different schemas are called Colour.')
  })
})

it('a comment cannot be ended by the text in it', () => {
  expect(comment('A path such as LD_*/x.')).toBe('/** A path such as LD_*\\/x. */\n')
})
