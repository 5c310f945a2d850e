import { describe, expect, it } from 'vitest'
import { type DimensionType, dimensionTypeOf } from './column-types.ts'
import type { Warehouse } from './warehouses.ts'

/** Types as each warehouse spells them, and what they become. */
const spellings: Record<Warehouse, Record<DimensionType, string[]>> = {
  snowflake: {
    number: ['NUMBER(38,0)', 'FLOAT', 'DOUBLE PRECISION', 'BYTEINT', 'DECIMAL(10, 2)'],
    string: [
      'VARCHAR(16777216)',
      'TEXT',
      'VARIANT',
      'OBJECT',
      'ARRAY',
      'BINARY(8388608)',
      'VECTOR(FLOAT, 256)',
      'GEOGRAPHY',
      'NVARCHAR2(5)',
    ],
    time: ['DATE', 'TIMESTAMP_NTZ(9)', 'TIMESTAMP_LTZ', 'TIMESTAMP_TZ(3)', 'TIME(9)', 'DATETIME'],
    boolean: ['BOOLEAN'],
  },
  redshift: {
    number: ['int8', 'numeric(12,2)', 'double precision', 'real', 'smallint'],
    string: ['character varying(256)', 'bpchar', 'super', 'varbyte', 'hllsketch', 'geometry'],
    time: ['timestamp without time zone', 'timestamptz', 'timetz', 'date'],
    boolean: ['bool', 'boolean'],
  },
  postgres: {
    number: ['bigint', 'serial', 'money', 'double precision', 'numeric(12, 2)', 'int4'],
    string: ['text', 'uuid', 'jsonb', 'text[]', 'integer[]', '_int4', 'character(3)', 'citext', 'inet', 'interval', 'bit(8)'],
    time: ['timestamp(6) with time zone', 'timestamptz', 'date', 'time without time zone'],
    boolean: ['boolean'],
  },
  bigquery: {
    number: ['INT64', 'FLOAT64', 'NUMERIC(10,2)', 'BIGNUMERIC'],
    string: ['STRING', 'BYTES', 'JSON', 'ARRAY<INT64>', 'STRUCT<a INT64, b STRING>', 'GEOGRAPHY', 'RECORD', 'RANGE<DATE>'],
    time: ['DATE', 'DATETIME', 'TIMESTAMP', 'TIME'],
    boolean: ['BOOL'],
  },
  databricks: {
    number: ['bigint', 'decimal(10,2)', 'double', 'tinyint', 'long'],
    string: ['string', 'binary', 'map<string,int>', 'struct<a:int,b:array<string>>', 'variant'],
    time: ['timestamp', 'timestamp_ntz', 'date'],
    boolean: ['boolean'],
  },
  athena: {
    number: ['integer', 'double', 'real', 'decimal(38,9)', 'tinyint'],
    string: ['varchar', 'char(10)', 'row(a integer, b varchar)', 'map(varchar, integer)', 'array(integer)', 'ipaddress'],
    time: ['timestamp(3)', 'timestamp(3) with time zone', 'date', 'time'],
    boolean: ['boolean'],
  },
  clickhouse: {
    number: ['UInt8', 'Int256', 'Nullable(Int64)', 'Decimal(10, 2)', 'Float32', 'LowCardinality(Nullable(UInt32))', 'Decimal64(4)'],
    string: ['String', 'LowCardinality(String)', 'FixedString(16)', "Enum8('a' = 1)", 'UUID', 'Array(Int64)', 'Tuple(a Int64)', 'IPv4'],
    time: ["DateTime64(3, 'UTC')", 'Nullable(DateTime)', 'Date32', 'Date'],
    boolean: ['Bool', 'Nullable(Bool)'],
  },
}

describe.each(Object.keys(spellings) as Warehouse[])('types of %s', (warehouse) => {
  it.each(Object.entries(spellings[warehouse]).flatMap(([type, names]) => names.map((name) => [name, type])))('%s is %s', (name, type) => {
    expect(dimensionTypeOf(name, warehouse)).toBe(type)
  })

  it('are not guessed where they are unknown', () => {
    expect(dimensionTypeOf('my_own_type', warehouse)).toBeNull()
    expect(dimensionTypeOf('constructor', warehouse)).toBeNull()
  })
})
