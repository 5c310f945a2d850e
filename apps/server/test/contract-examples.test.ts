import { failureCodes, failuresOf, type OperationShape, openApiDocument, operations, type TSchema } from '@facet/contract'
import { describe, expect, it } from 'vitest'
import { createValidators } from '../src/http/validation.ts'

const all: OperationShape[] = Object.values(operations)
const byId = all.map((operation) => [operation.id, operation] as const)

const validators = createValidators()

const problemsOf = (schema: TSchema, value: unknown): unknown => validators.of('body', schema)(value)

const propertiesOf = (schema: TSchema | undefined): Record<string, unknown> =>
  schema !== undefined && 'properties' in schema ? (schema.properties as Record<string, unknown>) : {}

/** Deletions that are done also when there is nothing to delete, and what says the same of all that is not proven: nothing is told to be missing. */
const findsEverything = new Set(['deleteEmbedTenant', 'receiveDbtPushNotice'])

const parametersIn = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)

/** A creation answers something with an id that the request did not name. */
const creates = ({ method, body, returns, example }: OperationShape): boolean =>
  method === 'POST' &&
  body !== undefined &&
  'id' in propertiesOf(returns) &&
  !Object.values(example.params ?? {}).includes((example.returns as { id: unknown }).id)

describe('the contract', () => {
  it.each(byId)('has an example of %s that fits its own schemas', (_, { params, query, body, returns, example }) => {
    const parts = [
      [returns, example.returns],
      [params, example.params],
      [query, example.query ?? (query && {})],
      [body, example.body],
    ] as const

    expect(parts.map(([, value]) => value === undefined)).toEqual(parts.map(([schema]) => schema === undefined))
    expect(parts.flatMap(([schema, value]) => (schema ? problemsOf(schema, value) : []))).toEqual([])
  })

  it('would not take an example that does not fit', () => {
    expect(problemsOf(operations.getDeployment.returns, { id: 'one', name: 'Storefront' })).not.toEqual([])
  })

  it('calls each operation by one camelCase id, the same everywhere', () => {
    expect(all.map(({ id }) => id)).toEqual(Object.keys(operations))
    for (const { id } of all) expect(id).toMatch(/^[a-z][a-zA-Z0-9]*$/)
  })

  it('gives each method and path to one operation', () => {
    const routes = all.map(({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`)

    expect(new Set(routes).size).toBe(routes.length)
  })

  it.each(byId)('declares of %s the parameters its path names, and the reach they give it', (_, { path, params, reach }) => {
    expect(parametersIn(path)).toEqual(Object.keys(propertiesOf(params)))
    expect(reach === 'deployment').toBe(path.includes('{deploymentId}'))
    if (path.includes('{embedTenantName}')) expect(reach).toBe('embed_tenant')
  })

  it('lets every creation be repeated safely, and nothing that is only read', () => {
    expect(all.filter(creates).map(({ id }) => id)).toEqual(
      expect.arrayContaining(['createApiKey', 'createDeployment', 'createServiceAccount']),
    )
    expect(all.filter((operation) => creates(operation) && operation.idempotency === undefined)).toEqual([])
    expect(all.filter(({ method, idempotency, audit }) => method === 'GET' && (idempotency ?? audit) !== undefined)).toEqual([])
  })

  it('has a transaction for whatever must be recorded, and none that a stream would hold open', () => {
    const withoutRecord = all.filter(
      ({ database, method, skipsAutomaticAudit }) => database === 'none' && method !== 'GET' && !skipsAutomaticAudit,
    )

    expect(withoutRecord).toEqual([])
    expect(all.filter(({ streams, database }) => streams !== undefined && database !== 'steps')).toEqual([])
  })

  it('seals the kept answer of a creation that shows a secret', () => {
    const showing = all.filter(({ idempotency, returns }) => idempotency !== undefined && 'secret' in propertiesOf(returns))

    expect(showing.map(({ id, idempotency }) => [id, idempotency])).toEqual(showing.map(({ id }) => [id, 'sealed']))
    expect(showing).not.toEqual([])
  })

  it.each(byId)('lists for %s a not-found failure when its path names something, and no failure twice', (_, operation) => {
    const codes = failuresOf(operation)

    expect(new Set(codes).size).toBe(codes.length)
    const namesSomething = parametersIn(operation.path).length > 0 && !findsEverything.has(operation.id)
    expect(operation.failures.some((code) => failureCodes[code].kind === 'not_found') || !namesSomething).toBe(true)
  })
})

describe('the OpenAPI document', () => {
  const text = JSON.stringify(openApiDocument())
  const references = [...text.matchAll(/"\$ref":"([^"]*)"/g)].map(([, target = '']) => target)

  it('refers to its own schemas and to nothing else, and each of them is there', () => {
    const { schemas } = openApiDocument().components

    expect(references.length).toBeGreaterThan(0)
    for (const target of references) {
      expect(target).toMatch(/^#\/components\/schemas\/\w+$/)
      expect(schemas).toHaveProperty([target.slice('#/components/schemas/'.length)])
    }
  })

  it('leaves out what the reference removed, and nothing else', () => {
    const inDocument = Object.values(openApiDocument().paths).flatMap((methods) =>
      Object.values(methods as Record<string, { operationId: string }>).map(({ operationId }) => operationId),
    )

    expect(inDocument.toSorted()).toEqual(
      all
        .filter(({ removed }) => !removed)
        .map(({ id }) => id)
        .toSorted(),
    )
    expect(inDocument).not.toContain('deleteEmbedUserAttribute')
  })

  it('keeps no schema that nothing refers to', () => {
    const unused = Object.keys(openApiDocument().components.schemas).filter((name) => !references.includes(`#/components/schemas/${name}`))

    expect(unused).toEqual([])
  })
})
