import { Id, Maybe, Nullable, OneOf, schema, type Static, strictSchema, Text, Timestamp, Type } from '../schema.ts'

/** What one question may hold. */
export const queryingLimits = {
  widgets: 200,
  values: 1000,
  valueCharacters: 1000,
  rows: 5000,
  maxRows: 50_000,
  answerBytes: 32 * 1_048_576,
  choices: 200,
} as const

const WidgetId = Text(128, { minLength: 1 })

export const filterOperators = [
  'equals',
  'not_equals',
  'greater_than',
  'greater_than_or_equal',
  'less_than',
  'less_than_or_equal',
  'contains',
  'not_contains',
  'starts_with',
  'not_starts_with',
  'ends_with',
  'not_ends_with',
  'is_null',
  'is_not_null',
  'is_empty',
  'is_not_empty',
  'between',
] as const
export const FilterOperator = OneOf('WidgetFilterOperator', [...filterOperators])
export type FilterOperator = Static<typeof FilterOperator>

const Single = Type.Union([Text(queryingLimits.valueCharacters), Type.Number(), Type.Boolean()])
const FilterValue = Type.Union([Single, Type.Array(Single, { maxItems: queryingLimits.values })])
export type FilterValue = Static<typeof FilterValue>

const SentFilter = strictSchema('WidgetFilterValue', {
  widgetId: WidgetId,
  operator: Maybe(FilterOperator),
  value: Maybe(FilterValue),
})
export type SentFilter = Static<typeof SentFilter>

const SentGrain = strictSchema('WidgetTimeGrain', { widgetId: WidgetId, grain: Text(128, { minLength: 1 }) })
export type SentGrain = Static<typeof SentGrain>

const VersionId = { ...Id, description: 'The `versionId` of the dashboard that the page shows.' }
const filters = Maybe(Type.Array(SentFilter, { maxItems: queryingLimits.widgets }))
const timezone = Maybe(Text(100, { description: 'An IANA name, as bootstrapDashboard takes one.' }))

export const WidgetDataInput = strictSchema('WidgetDataInput', {
  versionId: VersionId,
  widgetIds: Type.Array(WidgetId, { minItems: 1, maxItems: queryingLimits.widgets }),
  filters,
  timeGrains: Maybe(Type.Array(SentGrain, { maxItems: queryingLimits.widgets })),
  timezone,
  isFresh: Maybe(Type.Boolean({ description: 'Waits for what is new rather than answering with what is remembered.' })),
})
export type WidgetDataInput = Static<typeof WidgetDataInput>

const ValueType = OneOf('WidgetValueType', ['string', 'number', 'boolean', 'time'])
export type ValueType = Static<typeof ValueType>

const Control = schema('WidgetControl', {
  widgetId: Type.String(),
  kind: OneOf('WidgetControlKind', ['filter', 'grain']),
  member: Type.String(),
  operator: Nullable(FilterOperator),
  value: Type.Unknown({ description: 'What holds now: of a filter a list of values, of a grain its name; null: none.' }),
  visibility: OneOf('WidgetControlVisibility', ['visible', 'disabled']),
  valueType: Nullable(ValueType),
})

export const WidgetControls = Type.Array(Control, {
  description:
    'The controls that the viewer sees, with their types and with the values that hold: those that were sent, else their defaults.',
})

const Column = schema('WidgetColumn', {
  member: Type.String(),
  aliases: Type.Array(Type.String(), {
    description:
      'Other names that a chart may know the column by: a time with its granularity, also the one that the report was saved with.',
  }),
  title: Type.String(),
  shortTitle: Type.String(),
  type: ValueType,
  kind: OneOf('WidgetColumnKind', ['dimension', 'measure', 'time']),
  granularity: Nullable(Type.String()),
  format: Nullable(Type.String()),
  currency: Nullable(Type.String({ description: 'ISO 4217, as the data model says; null: it names none.' })),
  isAdditive: Nullable(
    Type.Boolean({
      description:
        'Whether values of several rows may be added up. Null: no measure, or one that the metadata of this viewer does not list.',
    }),
  ),
  comparison: Nullable(
    schema('WidgetComparison', {
      of: Type.String({ description: 'The measure that is compared.' }),
      output: OneOf('WidgetComparisonOutput', ['previous', 'difference', 'percent']),
    }),
  ),
})
export type WidgetColumn = Static<typeof Column>

const widgetIds = Type.Array(Type.String())
const line = <const T extends string>(type: T) => Type.Unsafe<T>({ type: 'string', const: type })

export const WidgetDataLine = Type.Union(
  [
    schema('WidgetControlsLine', { type: line('controls'), controls: WidgetControls }),
    schema('WidgetWaitingLine', {
      type: line('waiting'),
      widgetIds,
      stage: Nullable(OneOf('WidgetWaitingStage', ['queued', 'executing', 'building'])),
      seconds: Type.Number(),
    }),
    schema('WidgetRowsLine', {
      type: line('data'),
      widgetIds,
      columns: Type.Array(Column),
      rowCount: Type.Integer({ minimum: 0 }),
      values: Type.Array(Type.Array(Type.Unknown()), {
        description: 'A list for each column. Times are milliseconds, read as UTC; numbers are as the engine says them, often as text.',
      }),
      isTruncated: Type.Boolean(),
      refreshedAt: Nullable(Timestamp),
      notes: Type.Array(Type.String(), {
        description:
          '`filters_skipped`, `grains_skipped`, `rows_filled`, `fill_skipped`, `comparison_skipped`; `comparison_days_unmatched`: ' +
          'months differ in length, so that some days have no day to be compared with.',
      }),
    }),
    schema('WidgetFailedLine', {
      type: line('failed'),
      widgetIds,
      code: Type.String(),
      message: Type.String(),
      requestId: Type.String(),
      isRetryable: Type.Boolean(),
    }),
    schema('WidgetEndedLine', { type: line('ended') }),
  ],
  { title: 'WidgetDataLine', description: 'One object a line: `controls` first, `ended` last; without that the answer was broken off.' },
)
export type WidgetDataLine = Static<typeof WidgetDataLine>

export const FilterChoicesInput = strictSchema('FilterChoicesInput', {
  versionId: VersionId,
  widgetId: WidgetId,
  search: Maybe(Text(queryingLimits.valueCharacters, { description: 'Part of the value, in any case.' })),
  filters,
  timezone,
  first: Maybe(Type.Integer({ minimum: 1, maximum: queryingLimits.choices })),
})
export type FilterChoicesInput = Static<typeof FilterChoicesInput>

export const FilterChoices = schema('FilterChoices', {
  items: Type.Array(
    schema('FilterChoice', { value: Nullable(Type.Union([Type.String(), Type.Number(), Type.Boolean()])), label: Type.String() }),
  ),
  hasMore: Type.Boolean(),
})
export type FilterChoices = Static<typeof FilterChoices>
