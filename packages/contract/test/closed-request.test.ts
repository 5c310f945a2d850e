import { describe, expect, it } from 'vitest'
import { closeRequest } from '../src/closed-request.ts'
import { openRequestSchemas, type OperationShape, operations, schema, Type } from '../src/index.ts'

/** Fields whose keys the caller makes up, with the reason. */
const freeFormFields: Record<string, string> = {
  security_context: 'Claims of an application, named by its data model.',
  securityContext: 'Claims of an application, named by its data model.',
  templateVariables: 'Variables of a deployment, named by its owner.',
  meta: 'Of the client, kept as sent.',
  calculatedFields: 'Members by name, kept as sent.',
  embedTheme: 'Appearance only, kept as sent.',
  tosAccepted: 'A record of another system, kept as sent.',
}

/** Operations whose senders decide what a request looks like. */
const openOperations: Record<string, string> = {
  receivePushNotice: 'A webhook: each git host sends its own payload and parameters.',
  receiveDbtPushNotice: 'A webhook: each git host sends its own payload.',
}

type Node = {
  title?: string
  type?: string
  properties?: Record<string, Node>
  patternProperties?: Record<string, Node>
  additionalProperties?: boolean | Node
  items?: Node
  anyOf?: Node[]
  allOf?: Node[]
}
type Open = { at: string; field: string; titles: string[] }

const isOpen = ({ type, properties, patternProperties, additionalProperties }: Node): boolean =>
  type === 'object' &&
  (additionalProperties === true || (additionalProperties === undefined && (properties !== undefined || patternProperties === undefined)))

const listOpen = (node: Node, at: string, field = '', above: string[] = []): Open[] => {
  const titles = node.title === undefined ? above : [...above, node.title]
  const below = Object.entries(node.properties ?? {}).flatMap(([name, child]) => listOpen(child, `${at}.${name}`, name, titles))
  const others = [
    ...Object.values(node.patternProperties ?? {}),
    ...(node.anyOf ?? []),
    ...(node.allOf ?? []),
    ...(node.items ? [node.items] : []),
  ]
  const rest = typeof node.additionalProperties === 'object' ? [node.additionalProperties] : []
  return [
    ...(isOpen(node) ? [{ at, field, titles }] : []),
    ...below,
    ...[...others, ...rest].flatMap((child) => listOpen(child, at, field, titles)),
  ]
}

const open = Object.values<OperationShape>(operations).flatMap(({ id, query, body }) =>
  [query, body].flatMap((part) => (part ? listOpen(part as Node, id) : [])),
)
const isListed = ({ at, field, titles }: Open): boolean =>
  at in openOperations || field in freeFormFields || titles.some((title) => title in openRequestSchemas)

describe('a request schema', () => {
  it('refuses unknown fields unless it is listed with a reason', () => {
    expect(open.filter((one) => !isListed(one)).map(({ at }) => at)).toEqual([])
  })

  it('is listed only where it is open', () => {
    const seen = new Set(open.flatMap(({ at, field, titles }) => [at, field, ...titles]))

    expect([openRequestSchemas, freeFormFields, openOperations].flatMap(Object.keys).filter((name) => !seen.has(name))).toEqual([])
  })
})

describe('closeRequest', () => {
  const Grant = schema('AnyGrant', { userId: Type.Integer() })

  it.each([
    ['an object', Grant],
    ['an object inside of a list', Type.Array(Grant)],
    ['an object inside of a union', Type.Union([Grant, Type.Null()])],
    ['an object inside of a map', Type.Record(Type.String(), Grant)],
    ['a property that is called like a keyword', schema('AnyOf', { items: Grant, properties: Grant })],
  ])('closes %s', (_, given) => {
    expect(listOpen(given as Node, 'given')).not.toEqual([])
    expect(listOpen(closeRequest(given) as Node, 'given')).toEqual([])
  })

  it('leaves the schema that it was given as it is, and one that is open on purpose', () => {
    const free = Type.Object({ name: Type.String() }, { additionalProperties: true })

    expect(closeRequest(free)).toEqual(free)
    closeRequest(Grant)
    expect(Grant).not.toHaveProperty('additionalProperties')
  })
})
