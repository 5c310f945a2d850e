const words = (text: string): Set<string> => new Set(text.split(' '))

/** Functions of one row that the warehouses have, or most of them. Others are refused: what an expression calls runs with the service's own credential. */
export const scalarFunctions = words(
  'abs ceil ceiling coalesce concat date dateadd datediff date_add date_diff date_part date_sub date_trunc datetime_trunc exp floor ' +
    'greatest if iff ifnull initcap least left length ln log lower lpad ltrim mod nullif nvl position power replace right round rpad rtrim ' +
    'safe_divide sign split_part sqrt strpos substr substring timestamp timestamp_diff timestamp_trunc to_char to_date to_number ' +
    'to_timestamp trim trunc upper year month day quarter zeroifnull',
)

/** `cast(x as type)`. */
export const castFunctions = words('cast try_cast safe_cast')

/** `extract(year from x)`. */
export const extractFunction = 'extract'

/** Functions that take a unit of time as a bare word. */
export const unitFunctions = words(
  'date_trunc datetime_trunc timestamp_trunc datediff dateadd date_diff date_add date_sub timestamp_diff date_part',
)
export const units = words('microsecond millisecond second minute hour day dayofweek dow week isoweek month quarter year')

export const constants = words('null true false current_date current_timestamp')

/** `date '2024-01-01'`. */
export const literalTypes = words('date timestamp interval')

export const castTypes = words(
  'bigint bignumeric bool boolean char date datetime decimal double float float64 int int64 integer nchar number numeric nvarchar real smallint ' +
    'string text time timestamp timestamptz tinyint varchar int2 int4 int8 float4 float8 int32 uint8 uint16 uint32 uint64 float32',
)

/** Words between two operands. */
export const wordOperators = words('and or is in like ilike between')
export const negatable = words('in like ilike between')
