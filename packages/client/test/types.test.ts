import type { Operations, Static, TSchema } from '@facet/contract'
import { describe, expectTypeOf, it } from 'vitest'
import type {
  AuditEntry,
  Client,
  Deployment,
  DocumentAnswer,
  FacetFailure,
  ListOperationId,
  OperationId,
  OperationTypes,
} from '../src/index.ts'

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false

/** One of several statuses has no body, and null stands for that. */
type Answer<O extends { returns: TSchema }> = Static<O['returns']> | (O extends { statuses: readonly unknown[] } ? null : never)

type DifferentOutputs = {
  [Id in OperationId]: Same<OperationTypes[Id]['output'], Answer<Operations[Id]>> extends true ? never : Id
}[OperationId]

/** What the contract accepts, the client must let through; the client also lets `undefined` stand for a field left out. */
type RefusedInputs = {
  [Id in OperationId]: Operations[Id] extends { body: infer Body extends TSchema }
    ? OperationTypes[Id]['input'] extends { body: infer Ours }
      ? Static<Body> extends Ours
        ? never
        : Id
      : Id
    : never
}[OperationId]

type ContractLists = {
  [Id in OperationId]: Operations[Id] extends { query: infer Query extends TSchema }
    ? 'after' extends keyof Static<Query>
      ? 'items' extends keyof Static<Operations[Id]['returns']>
        ? Id
        : never
      : never
    : never
}[OperationId]

describe('the types of the client', () => {
  it('name every operation of the contract', () => {
    expectTypeOf<OperationId>().toEqualTypeOf<keyof Operations>()
  })

  it('answer what the contract answers', () => {
    expectTypeOf<DifferentOutputs>().toEqualTypeOf<never>()
  })

  it('take the bodies the contract takes', () => {
    expectTypeOf<RefusedInputs>().toEqualTypeOf<never>()
  })

  it('let the input be left out only where nothing in it is required', () => {
    expectTypeOf<[]>().toExtend<Parameters<Client['listRegions']>>()
    expectTypeOf<[]>().toExtend<Parameters<Client['getSpec']>>()
    expectTypeOf<[]>().not.toExtend<Parameters<Client['getDeployment']>>()
    expectTypeOf<[]>().not.toExtend<Parameters<Client['createDeployment']>>()
  })

  it('give a promise for an answer and an async iterable for a stream', () => {
    expectTypeOf<ReturnType<Client['getDeployment']>>().toEqualTypeOf<Promise<Deployment>>()
    expectTypeOf<ReturnType<Client['exportAuditLogs']>>().toEqualTypeOf<AsyncIterable<AuditEntry>>()
  })

  it('give text for a document in another format than JSON, and the value otherwise', () => {
    expectTypeOf<DocumentAnswer<Deployment, { params: object }>>().toEqualTypeOf<Deployment>()
    expectTypeOf<DocumentAnswer<Deployment, { query: { branchName: string } }>>().toEqualTypeOf<Deployment>()
    expectTypeOf<DocumentAnswer<Deployment, { query: { format: 'json' } }>>().toEqualTypeOf<Deployment>()
    expectTypeOf<DocumentAnswer<Deployment, { query: { format: 'markdown' } }>>().toEqualTypeOf<string>()
    expectTypeOf<DocumentAnswer<Deployment, { query: { format?: 'json' | 'markdown' } }>>().toEqualTypeOf<Deployment | string>()
  })

  it('want a file for a form', () => {
    expectTypeOf<OperationTypes['uploadFile']['input']['file']>().toEqualTypeOf<Blob | Uint8Array>()
  })

  it('page lists and nothing else', () => {
    expectTypeOf<ListOperationId>().toEqualTypeOf<ContractLists>()
    expectTypeOf<'getDeployments' | 'listRegions'>().toExtend<ListOperationId>()
    expectTypeOf<'getDeployment'>().not.toExtend<ListOperationId>()
    expectTypeOf<'setEnvVariables'>().not.toExtend<ListOperationId>()
    expectTypeOf<'getSpec'>().not.toExtend<ListOperationId>()
  })

  it('suggest the known codes of a failure and accept those still unknown', () => {
    expectTypeOf<'deployment_not_found' | 'network_error' | 'made_up_tomorrow'>().toExtend<FacetFailure['code']>()
  })
})
