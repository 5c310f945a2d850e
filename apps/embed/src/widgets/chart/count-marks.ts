import type { Item, Mark } from './scene.ts'

// Axes, legends and titles are made of marks too.
export const ofData = (role: string | undefined): boolean => role === undefined || role === 'mark' || role.startsWith('scope')

/** How many marks of data a scene has, groups within groups among them. */
export const countMarks = (items: readonly Item[]): number =>
  items.reduce((sum, item) => sum + (item.items ?? []).filter(({ role }) => ofData(role)).reduce((of, mark) => of + countIn(mark), 0), 0)

const countIn = ({ marktype, items }: Mark): number => (marktype === 'group' ? countMarks(items) : items.length)
