import type { Operations, Static, TSchema } from '@facet/contract'
import { describe, expectTypeOf, it } from 'vitest'
import type { AuditEntry, Client, Deployment, FacetFailure, ListOperationId, OperationId, OperationTypes } from '../src/index.ts'

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false

type DifferentOutputs = {
  [Id in OperationId]: Same<OperationTypes[Id]['output'], Static<Operations[Id]['returns']>> extends true ? never : Id
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
