const weightOf = (parameters: readonly string[]): number => {
  const weight = parameters.map((one) => /^\s*q=([\d.]+)\s*$/i.exec(one)?.[1]).find((found) => found !== undefined)
  return weight === undefined ? 1 : Number(weight)
}

/** Whether an `Accept-Encoding` header lets the answer have this coding. */
export const acceptsCoding = (header: string | undefined, coding: string): boolean => {
  const named = new Map(
    (header ?? '').split(',').map((one) => {
      const [name = '', ...parameters] = one.split(';')
      return [name.trim().toLowerCase(), weightOf(parameters)]
    }),
  )
  return (named.get(coding) ?? named.get('*') ?? 0) > 0
}

/** Whether an `If-None-Match` header names this version, which the caller then has already. */
export const matchesEtag = (header: string | undefined, etag: string): boolean =>
  (header ?? '').split(',').some((one) => {
    const named = one.trim()
    return named === '*' || named.replace(/^W\//, '') === etag
  })
