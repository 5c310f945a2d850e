import { isObject } from './values.ts'

/** What an engine's refusal of a query is due to. Only that of what was asked is a reason to ask for less. */
export type RefusalCause = 'asked' | 'size' | 'busy' | 'other'

/** Codes that are given before the database is asked. */
const ofPlanning: ReadonlySet<string> = new Set(['invalid_query', 'member_denied'])

/** What the engine says of queries that are too large to be planned, and of limits: without filters they would be larger still. */
const tooLarge = /; the limit is \d|query limit has been exceeded/

/** What the engine says while planning, beside what has a code. */
const planned =
  /facet:rollup_only|(?:Operator|Values) required for filter|not supported for filter|Relative-date strings are only supported|dimension and measure in same condition/

/** The database, or the way to it, and not the query. These words come first: an error may hold others of the filters themselves. */
const busy = new RegExp(
  [
    /\bE(?:CONNREFUSED|CONNRESET|CONNABORTED|TIMEDOUT|PIPE|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN)\b|socket hang up/,
    /time(?:d )?out/,
    /too many (?:clients|connections|concurrent|requests|simultaneous)|remaining connection slots|connection (?:limit|pool)/,
    /(?:terminat|clos|reset|los|refus)(?:ed|ing|t)? (?:the )?connection|connection (?:was |is |has been )?(?:terminated|closed|reset|lost|refused|ended|failure)/,
    /could not connect|cannot connect|server has gone away|(?:starting up|shutting down|recovery mode)/,
    /cancel(?:l?ing|ed|led) (?:statement|query)|(?:statement|query|execution|job) (?:was |has been |execution was )?(?:cancell?ed|interrupted|killed|aborted)/,
    /resources exceeded|exceeded resource|out of memory|not enough memory|memory limit|insufficient (?:resources|memory)|disk (?:is )?full|no space left/,
    /quota exceeded|exceeded (?:quota|rate)|rate limit|throttl/,
    /deadlock|could not serialize|lock wait/,
    /service (?:is )?(?:temporarily )?unavailable|temporarily unavailable|try again later|warehouse .* (?:suspended|cannot be resumed)/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'i',
)

/** How databases say that a value, or its type, does not fit where it is compared. */
const unfit = new RegExp(
  [
    // PostgreSQL and Redshift.
    /invalid input (?:syntax|value) for|operator does not exist|date\/time field value out of range|time zone displacement out of range/,
    /(?:integer|bigint|smallint|numeric field|timestamp|date) out of range|is out of range for type|cannot cast type|invalid byte sequence for encoding/,
    /function [\w."]+\([\w ,"]*\) does not exist|could not determine data type of parameter/,
    /Invalid digit, Value|Invalid data ?type|Overflow for NUMERIC|Error converting text to/,
    // MySQL.
    /Incorrect (?:\w+ )?value: |Truncated incorrect|Out of range value|value is out of range in|Illegal mix of collations/,
    // BigQuery.
    /No matching signature for|Could not cast|Cannot coerce|cannot be coerced|Could not parse '|Bad \w+ value|Invalid (?:date|datetime|timestamp|time)(?: string)?:? ['"]/,
    // Snowflake.
    /(?:Numeric|Boolean) value '.*' is not recognized|(?:Date|Timestamp|Time) '.*' is not recognized|Can ?not convert parameter|Failed to cast variant|Invalid argument types/,
    // ClickHouse.
    /Cannot parse|Cannot convert|TYPE_MISMATCH|NO_COMMON_TYPE|no supertype for types|ILLEGAL_TYPE_OF_ARGUMENT|Illegal types? .* of argument|Unknown element .* for enum/,
    // Trino and Athena.
    /INVALID_CAST_ARGUMENT|Cannot cast|cannot be cast|Cannot apply operator|cannot be applied to|Unexpected parameters .* for function/,
    // Databricks.
    /CAST_INVALID_INPUT|CAST_OVERFLOW|CANNOT_PARSE_|DATATYPE_MISMATCH|data type mismatch/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'i',
)

const isUserError = (text: string): boolean => {
  try {
    const said = JSON.parse(text) as unknown
    return isObject(said) && said['type'] === 'UserError'
  } catch {
    return false
  }
}

/** By the code that was made of it, and its text. What is not known is not due to what was asked: asked without filters it would be more. */
export const refusalCause = (code: string, text: string): RefusalCause => {
  if (tooLarge.test(text)) return 'size'
  if (ofPlanning.has(code) || isUserError(text)) return 'asked'
  if (busy.test(text)) return 'busy'
  return planned.test(text) || unfit.test(text) ? 'asked' : 'other'
}
