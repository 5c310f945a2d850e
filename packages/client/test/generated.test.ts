import { operations as contractOperations, type OperationShape } from '@facet/contract'
import { describe, expect, it } from 'vitest'
import { generateClient } from '../../../tools/generate-client.ts'
import { operations } from '../src/generated/operations.ts'
import type { OperationId } from '../src/index.ts'

// tools/generated.test.ts compares the generated files with what the generator writes.
describe('the generated table of operations', () => {
  it('has method, path and flags of every operation', () => {
    for (const operation of Object.values<OperationShape>(contractOperations)) {
      const { id, method, path, body, isMultipart, idempotency, streams, documents } = operation
      const flags = {
        hasBody: body !== undefined,
        multipart: isMultipart === true,
        idempotent: idempotency !== undefined,
        streams: streams !== undefined,
        bytes: streams === 'application/x-tar',
        documents: documents !== undefined,
        list: isList(operation),
      }
      const set = Object.fromEntries(Object.entries(flags).filter(([, isSet]) => isSet))

      expect(operations[id as OperationId], id).toEqual({ method, path, ...set })
    }
  })
})

describe('an operation that writes documents', () => {
  it('says so in its types and in the table', { timeout: 30_000 }, async () => {
    const diff: OperationShape = { ...contractOperations.getDeployment, id: 'getDiff', documents: ['text/markdown'] }
    const file = (await generateClient([diff])).get('packages/client/src/generated/operations.ts')

    expect(file).toContain('getDiff: { input: GetDiffCall; output: Deployment; documents: true }')
    expect(file).toContain("path: '/api/v1/deployments/{deploymentId}', documents: true }")
  })
})

const isList = ({ query, returns }: OperationShape): boolean =>
  query?.properties['after'] !== undefined && 'properties' in returns && Object.hasOwn(returns.properties as object, 'pageInfo')
