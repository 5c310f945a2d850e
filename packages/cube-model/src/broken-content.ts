import type { BrokenContent, BrokenItem, BrokenUse, ModelChange } from '@facet/contract'
import { markdownTable } from './markdown-table.ts'
import { markdownText, plainLine } from './render-text.ts'

const nouns = { REPORT: 'Report', DASHBOARD: 'Dashboard', WORKBOOK: 'Workbook' } as const

const ownerOf = ({ owner }: BrokenItem): string => owner.firstName || owner.email || 'nobody'

const useOf = ({ member, reason, renamedTo, usedIn, part }: BrokenUse): string =>
  `${member} (${usedIn}${part ? ` of ${part}` : ''}): ${renamedTo ? `renamed to ${renamedTo}` : reason}`

const headOf = ({ total, shownToCustomers, isUncertain }: BrokenContent): string => {
  const broken = total === 1 ? '1 report or dashboard breaks' : `${total} reports and dashboards break`
  return `${broken}; customers see ${shownToCustomers}.${isUncertain ? ' A part of the change could not be read: there may be more.' : ''}`
}

/** What a reviewer reads of the content that breaks. */
export const contentMarkdown = (content: BrokenContent): string[] => {
  const { items, total, hasMore, isUncertain } = content
  if (total === 0 && !isUncertain) return []
  const rows = markdownTable(['What', 'Owner', 'Customers see it', 'Why'], items, (item) => [
    `${nouns[item.type]} ${markdownText(item.name)}`,
    markdownText(ownerOf(item)),
    item.isShownToCustomers ? 'yes' : '',
    item.uses.map((use) => markdownText(useOf(use), 300)).join('<br>'),
  ])
  return [
    '### Content that breaks',
    '',
    headOf(content),
    '',
    ...(items.length > 0 ? rows : []),
    ...(hasMore ? [`${total - items.length} more are not listed here.`, ''] : []),
  ]
}

const labelOf = (item: BrokenItem): string =>
  plainLine(`${nouns[item.type]} "${item.name}" of ${ownerOf(item)}${item.isShownToCustomers ? ', which customers see' : ''}`)

/** The name that content has for what a change is about. */
const oldNameOf = ({ kind, subject, before }: ModelChange): string => {
  if (kind !== 'renamed' || before === undefined) return subject.member === undefined ? subject.cube : `${subject.cube}.${subject.member}`
  return subject.member === undefined ? before : `${subject.cube}.${before}`
}

const maxLabels = 20

/** Which listed items a breaking change is to blame for. */
export const breaksOf = (content: BrokenContent | undefined): ((change: ModelChange) => { breaks?: string[] }) => {
  const labels = new Map<string, Set<string>>()
  for (const item of content?.items ?? [])
    for (const { member } of item.uses)
      for (const name of [member, member.split('.')[0] ?? '']) labels.set(name, (labels.get(name) ?? new Set()).add(labelOf(item)))
  return (change) => {
    const broken = change.effects.includes('breaking') ? labels.get(oldNameOf(change)) : undefined
    return broken ? { breaks: [...broken].slice(0, maxLabels) } : {}
  }
}
