import type { Warehouse } from './warehouses.ts'

export type DimensionType = 'string' | 'number' | 'time' | 'boolean'

const words = (type: DimensionType, names: string): [string, DimensionType][] =>
  names.split(' ').map((name) => [name.replaceAll('_', ' '), type])

/** Spellings that mean the same wherever they are known. Underscores stand for spaces; spellings with an underscore of their own are below. */
const shared = new Map<string, DimensionType>([
  ...words(
    'string',
    'varchar text string char character character_varying nchar nvarchar bpchar char_varying nchar_varying uuid json jsonb xml',
  ),
  ...words('string', 'array map struct row object variant super binary varbinary bytea bytes blob interval enum geography geometry'),
  ...words('number', 'integer int bigint smallint tinyint mediumint int2 int4 int8 decimal dec numeric number float float4 float8 double'),
  ...words('number', 'double_precision real'),
  ...words('time', 'date datetime timestamp timestamptz time timetz timestamp_with_time_zone timestamp_without_time_zone'),
  ...words('time', 'time_with_time_zone time_without_time_zone'),
  ...words('boolean', 'boolean bool'),
])

const only: Record<Warehouse, Map<string, DimensionType>> = {
  snowflake: new Map<string, DimensionType>([
    ...words('number', 'byteint'),
    ...words('string', 'nvarchar2 vector'),
    ...['timestamp_ltz', 'timestamp_ntz', 'timestamp_tz'].map((name): [string, DimensionType] => [name, 'time']),
    ...words('time', 'timestampltz timestampntz'),
  ]),
  redshift: new Map([...words('string', 'hllsketch varbyte binary_varying intervalm2s intervaly2m')]),
  postgres: new Map([
    ...words('number', 'serial bigserial smallserial serial4 serial8 money oid'),
    ...words('string', 'citext name inet cidr macaddr tsvector bit bit_varying hstore int4range tstzrange daterange point'),
  ]),
  bigquery: new Map([...words('number', 'int64 float64 bignumeric bigdecimal byteint'), ...words('string', 'record range')]),
  databricks: new Map<string, DimensionType>([
    ...words('number', 'long short byte'),
    ...words('string', 'void'),
    ['timestamp_ntz', 'time'],
    ['timestamp_ltz', 'time'],
  ]),
  athena: new Map([...words('string', 'ipaddress')]),
  clickhouse: new Map([
    ...words('number', 'int16 int32 int64 int128 int256 uint8 uint16 uint32 uint64 uint128 uint256 float32 float64'),
    ...words('number', 'bfloat16 decimal32 decimal64 decimal128 decimal256'),
    ...words('string', 'fixedstring enum8 enum16 ipv4 ipv6 tuple nested aggregatefunction'),
    ...words('time', 'date32 datetime64 datetime32'),
  ]),
}
// In ClickHouse a number's name says its bits, elsewhere its bytes; both are numbers.

const wrapper = /^(?:nullable|lowcardinality)\((.*)\)$/s

/** What is left of a type without its parameters: `NUMBER(38,0)`, `timestamp(6) with time zone`, `ARRAY<INT64>`, `Nullable(Int64)`. */
const withoutParameters = (type: string): string => {
  let inner = type.trim().toLowerCase()
  for (let match = wrapper.exec(inner); match; match = wrapper.exec(inner)) inner = (match[1] ?? '').trim()
  if (/\[\d*\]$/.test(inner) || inner.startsWith('_')) return 'array'
  const open = /[(<]/.exec(inner)
  if (!open) return inner.replaceAll(/\s+/g, ' ')
  const close = Math.max(inner.lastIndexOf(')'), inner.lastIndexOf('>'))
  return `${inner.slice(0, open.index)} ${close < 0 ? '' : inner.slice(close + 1)}`.replaceAll(/\s+/g, ' ').trim()
}

/** What a type of the warehouse becomes, or nothing where it is not known. */
export const dimensionTypeOf = (type: string, warehouse: Warehouse): DimensionType | null => {
  const name = withoutParameters(type)
  return only[warehouse].get(name) ?? shared.get(name) ?? null
}
