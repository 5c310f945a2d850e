/** Names of Vega-Lite's schema that no chart may use, and why. A test holds both lists to the schema, so a new name is a decision. */
const byReason = {
  'it loads something': 'url href image usermeta $ref',
  'data comes from the query of the report': 'datasets sequence graticule sphere delimiter feature mesh parse property',
  'it is no part of a chart here': 'customFormatTypes locale loess regression frame framesPerSecond',
  'shapes come from the query of the report': 'coordinates features geometries geometry properties',
  'inputs are those of the dashboard': 'autocomplete element input options placeholder react event',
  'events are chosen from a list': 'between consume debounce markname marktype merge source stream throttle',
}

export const refusedNames: ReadonlyMap<string, string> = new Map(
  Object.entries(byReason).flatMap(([reason, names]) => names.split(' ').map((name) => [name, reason] as const)),
)
