import { describe, expect, it } from 'vitest'
import { safeErrorOf } from '#kernel/engine-errors'
import { refusalCause } from './refusal-cause.ts'

const causeOf = (error: string, more: object = {}, status = 400) => {
  const text = JSON.stringify({ error, ...more })
  return refusalCause(safeErrorOf(status, text).code, text)
}

describe('what a refusal is due to', () => {
  it.each([
    "'broken' not found for path 'orders.broken'",
    "Can't parse date: 'soonish'",
    'Invalid query format: "filters[0].operator" must be one of',
    "You requested hidden member: 'orders.secret'.",
    'facet:rollup_only: no rollup fits',
    'Values required for filter: {"member":"orders.status"}',
    'Relative-date strings are only supported when `values` has a single element for operator `inDateRange`.',
  ])('is what was asked where the engine says so while planning: %s', (error) => {
    expect(causeOf(error)).toBe('asked')
  })

  it('is what was asked where the engine blames its user', () => {
    expect(causeOf("Can't find join path to join 'orders', 'users'", { type: 'UserError' })).toBe('asked')
    expect(causeOf("Can't find join path to join 'orders', 'users'")).toBe('other')
    expect(causeOf('said "type":"UserError" itself')).toBe('other')
  })

  it.each([
    ['PostgreSQL', 'error: invalid input syntax for type integer: "cancelled"'],
    ['PostgreSQL', 'error: operator does not exist: integer ~~* text'],
    ['PostgreSQL', 'error: value "99999999999" is out of range for type integer'],
    ['PostgreSQL', 'error: invalid input value for enum order_status: "x"'],
    ['MySQL', "Error: Incorrect DATE value: 'x'"],
    ['BigQuery', 'Error: No matching signature for operator = for argument types: INT64, STRING at [3:7]'],
    ['BigQuery', 'Error: Could not cast literal "x" to type DATE'],
    ['Snowflake', "Error: Numeric value 'x' is not recognized"],
    ['Snowflake', "Error: Timestamp 'x' is not recognized"],
    ['Redshift', "Error: Invalid digit, Value 'x', Pos 0, Type: Integer"],
    ['ClickHouse', 'Error: Code: 386. DB::Exception: There is no supertype for types String, UInt8. (NO_COMMON_TYPE)'],
    ['ClickHouse', "Error: Code: 6. DB::Exception: Cannot parse string 'x' as UInt32"],
    ['Trino', 'Error: TYPE_MISMATCH: line 3:7: Cannot apply operator: integer = varchar(1)'],
    ['Athena', "Error: INVALID_CAST_ARGUMENT: Cannot cast 'x' to INT"],
    ['Databricks', 'Error: [CAST_INVALID_INPUT] The value \'x\' of the type "STRING" cannot be cast to "INT"'],
    ['Databricks', 'Error: [DATATYPE_MISMATCH.BINARY_OP_DIFF_TYPES] Cannot resolve "(id = x)"'],
  ])('is what was asked where a value does not fit in %s: %s', (_, error) => {
    expect(causeOf(error)).toBe('asked')
  })

  it.each([
    'error: sorry, too many clients already',
    'Error: connect ECONNREFUSED 10.0.0.7:5432',
    'Error: read ECONNRESET',
    'Error: getaddrinfo EAI_AGAIN warehouse',
    'error: terminating connection due to administrator command',
    'Error: Connection terminated unexpectedly',
    'error: canceling statement due to user request',
    'error: canceling statement due to statement timeout',
    'error: the database system is starting up',
    'Error: Query execution was interrupted',
    'Error: Resources exceeded during query execution: Not enough resources for query planning',
    'Error: Quota exceeded: Your project exceeded quota for concurrent queries',
    'Error: Code: 241. DB::Exception: Memory limit (total) exceeded. (MEMORY_LIMIT_EXCEEDED)',
    'Error: Query execution timeout after 10 min of waiting',
    'Error: could not connect while invalid input syntax for type integer: "x" was asked',
  ])('is a database that is busy or away: %s', (error) => {
    expect(causeOf(error)).toBe('busy')
  })

  it.each([
    'Invalid query format: it names 251 members, filters, ranges and orders; the limit is 250.',
    'Invalid query format: a time or a range has 120 characters; the limit is 100.',
  ])('is how much is asked: %s', (error) => {
    expect(causeOf(error)).toBe('size')
    expect(causeOf(error, { type: 'UserError' })).toBe('size')
  })

  it.each(['error: relation "orders" does not exist', 'error: division by zero', 'error: permission denied for table orders', ''])(
    'is nothing that is known: %s',
    (error) => {
      expect(causeOf(error)).toBe('other')
    },
  )
})
