// Words that no column is called without quotes.
const keywords = new Set(
  `all and any array as asc asymmetric between both by case cast collate column cross cube current current_date current_time current_timestamp
  day desc distinct else end epoch except exists extract false fetch filter first following for from full group grouping having hour ilike in
  inner intersect interval into is isnull join last lateral leading left like limit localtime localtimestamp minute month natural next not
  notnull null nulls offset on only or order outer over overlaps partition preceding quarter range recursive right rollup row rows second
  select sets similar some symmetric table then ties time timestamp to trailing true unbounded union unique unknown using values week when
  where window with within year zone at date boolean integer bigint text varchar numeric decimal double precision`
    .split(/\s+/)
    .map((word) => word.toUpperCase()),
)

/** Of a word in capitals. Names in quotes are never keywords. */
export const isKeyword = (word: string): boolean => keywords.has(word)
