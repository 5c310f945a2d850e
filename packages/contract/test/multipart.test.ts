import { expect, it } from 'vitest'
import { failuresOf, type OperationShape, operations } from '../src/index.ts'

const multipart = Object.values<OperationShape>(operations).filter(({ isMultipart }) => isMultipart)

it.each(multipart.map((operation) => [operation.id, operation] as const))(
  '%s lists what the reader of a form refuses with',
  (_, operation) => {
    expect(failuresOf(operation)).toEqual(expect.arrayContaining(['upload_order', operation.fileLimit?.tooLarge ?? 'file_too_large']))
  },
)

it('has operations that take a form', () => {
  expect(multipart.length).toBeGreaterThan(1)
})
