import { snake } from '../generate/case.ts'
import type { Refuse } from './verb.ts'

const types = {
  text: { shown: 'Type.String()', sent: 'Text(1000)', column: 'text', example: "'first'" },
  integer: { shown: 'Type.Integer()', sent: 'Type.Integer({ minimum: 0, maximum: 2_147_483_647 })', column: 'integer', example: '1' },
  boolean: { shown: 'Type.Boolean()', sent: 'Type.Boolean()', column: 'boolean', example: 'true' },
} as const

/** A field of a noun beside its id, its name and when it was made. */
export type Field = { name: string; type: keyof typeof types; isOptional: boolean }

const readField = (text: string, refuse: Refuse): Field => {
  const { name, type, optional } = /^(?<name>[a-z][A-Za-z0-9]*):(?<type>\w+)(?<optional>\??)$/.exec(text.trim())?.groups ?? {}
  if (name === undefined || type === undefined || !Object.hasOwn(types, type))
    return refuse(`"${text.trim()}" is not a field: <name>:<${Object.keys(types).join('|')}>, with a ? at the end if it may be left out.`)
  if (['id', 'name', 'createdAt'].includes(name)) return refuse(`Every noun has a field ${name} already.`)
  return { name, type: type as Field['type'], isOptional: optional === '?' }
}

export const readFields = (text: string | undefined, refuse: Refuse): Field[] =>
  text === undefined ? [] : text.split(',').map((field) => readField(field, refuse))

const maybe = ({ isOptional }: Field, schema: string): string => (isOptional ? `Maybe(${schema})` : schema)

/** What the templates say of the fields: each text is empty, or one line for each field. */
export const fieldWords = (fields: readonly Field[]): Record<string, string> => {
  const lines = (lineOf: (field: Field, column: string) => string): string =>
    fields.map((field) => lineOf(field, snake(field.name))).join('')
  return {
    shownFields: lines((field) => `  ${field.name}: ${maybe(field, types[field.type].shown)},\n`),
    sentFields: lines((field) => `    ${field.name}: ${maybe(field, types[field.type].sent)},\n`),
    exampleFields: lines(({ name, type }) => `, ${name}: ${types[type].example}`),
    columns: lines(({ type, isOptional }, column) => `  ${column} ${types[type].column}${isOptional ? '' : ' not null'},\n`),
    columnNames: lines((_, column) => `, '${column}'`),
    values: lines(({ name, isOptional }, column) => `, ${column}: input.${name}${isOptional ? ' ?? null' : ''}`),
    viewFields: lines(({ name }, column) => `  ${name}: row.${column},\n`),
  }
}
