import type { PublishRun } from './types.ts'

export const runTrailer = 'Facet-Dbt-Sync'

// What would end a line, or hide in it.
const oneLine = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')
    .trim()
    .slice(0, 200)

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`

/** What the commit of a run is called. By its trailer a second attempt finds that the first one made it. */
export const messageOf = (
  { runId, source, conversion }: PublishRun,
  { writes, deletes }: { writes: readonly object[]; deletes: readonly string[] },
): string => {
  const from = source.ref === null ? '' : ` at ${oneLine(source.ref)}`
  const did = [
    ...(writes.length > 0 ? [`${counted(writes.length, 'file')} written`] : []),
    ...(deletes.length > 0 ? [`${counted(deletes.length, 'file')} of models that are gone deleted`] : []),
  ]
  const revision = source.revision === null ? [] : [`Dbt-Revision: ${oneLine(source.revision)}`]
  return [
    `Sync ${counted(conversion.files.length, 'cube')} from dbt${from}`,
    '',
    `${did.join(', ')}.`,
    '',
    ...revision,
    `${runTrailer}: ${oneLine(runId)}`,
    '',
  ].join('\n')
}
