import type { Snapshot, Widget } from './types.ts'

/** What a widget is called: as the dashboard says, else as its report is. */
export const titleOf = ({ id, config }: Widget, report: Snapshot | null): string => {
  const own = config?.['title']
  if (typeof own === 'string' && own !== '') return own
  return report?.title || report?.name || id
}
