import type { BranchDiff, BrokenContent, ModelChange, ModelEffect, ModelVisibility } from '@facet/contract'
import { contentMarkdown } from './broken-content.ts'
import { effectOrder } from './change.ts'
import { markdownTable } from './markdown-table.ts'
import { markdownText } from './render-text.ts'

// A review comment has a limit on most hosts; past these the rest is counted, never left out in silence.
const maxNames = 10

const titles: Record<ModelEffect, string> = {
  breaking: 'Breaking',
  widening: 'Someone sees more',
  narrowing: 'Someone sees less',
  opaque: 'Could not be read',
  compatible: 'Compatible',
}

const namesOf = (names: string[]): string => {
  const first = names.slice(0, maxNames).map((name) => markdownText(name, 120))
  return [...first, ...(names.length > maxNames ? [`and ${names.length - maxNames} more`] : [])].join(', ')
}

const whosOf = ({ visibility, effects, isAssumed }: ModelChange): string => {
  if (visibility.length > 0) return namesOf(visibility.map(({ who }) => who))
  return isAssumed || effects[0] === 'opaque' ? 'not known' : ''
}

const changeTable = (changes: ModelChange[]): string[] =>
  markdownTable(['Change', 'Who', 'Where'], changes, (change) => [
    markdownText(change.message, 600),
    whosOf(change),
    `${markdownText(change.file)}:${change.line}`,
  ])

const visibilityTable = (visibility: ModelVisibility[]): string[] =>
  markdownTable(['Who', 'Sees now', 'No longer sees', 'Rows'], visibility, ({ who, gains, loses, rows }) => [
    markdownText(who),
    namesOf(gains),
    namesOf(loses),
    rows ?? '',
  ])

const collapsed = (title: string, lines: string[]): string[] => ['<details>', `<summary>${title}</summary>`, '', ...lines, '</details>', '']

const fileLine = ({ path, previousPath, status }: BranchDiff['files'][number]): string[] => [
  previousPath ? `${markdownText(previousPath)} → ${markdownText(path)}` : markdownText(path),
  status,
]

/** A comment for a review: counts, what breaks, who sees more; the rest folded away. A change stands under its worst effect. */
export const diffMarkdown = (diff: BranchDiff, content?: BrokenContent): string => {
  const counts = effectOrder.filter((effect) => diff.summary[effect] > 0).map((effect) => `${diff.summary[effect]} ${effect}`)
  const sections = effectOrder.flatMap((effect) => {
    const changes = diff.changes.filter(({ effects }) => effects[0] === effect)
    if (changes.length === 0) return []
    const lines = changeTable(changes)
    if (effect === 'compatible') return collapsed(`${titles[effect]} (${changes.length})`, lines)
    return [`### ${titles[effect]}`, '', ...lines]
  })
  return [
    `**Data model:** ${counts.length > 0 ? counts.join(', ') : 'no change'}.`,
    '',
    ...sections,
    ...(content ? contentMarkdown(content) : []),
    ...(diff.visibility.length > 0 ? ['### Who sees more or less', '', ...visibilityTable(diff.visibility)] : []),
    ...(diff.opaque.length > 0
      ? collapsed(
          `Not readable (${diff.opaque.length})`,
          markdownTable(['Where', 'Why'], diff.opaque, ({ file, line, reason }) => [`${markdownText(file)}:${line}`, markdownText(reason)]),
        )
      : []),
    ...(diff.files.length > 0 ? collapsed(`Files (${diff.files.length})`, markdownTable(['File', 'Status'], diff.files, fileLine)) : []),
  ].join('\n')
}
