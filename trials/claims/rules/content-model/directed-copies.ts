import { dashboard, type Directed, granted, item, read, reports, shown, startWith } from './directed-parts.ts'

const published = { draft: [2], ...shown({ allowEmbed: true, reports: [{ id: 2, name: 'report' }] }) }
const copy = (by: 'bob' | 'ann' | 'kit' | 'vic' | 'cara' | 'dora', id: number, isShared = false) => ({
  kind: 'duplicate' as const,
  by,
  item: id,
  isShared,
})

export const copies: readonly Directed[] = [
  {
    name: 'a copy is the caller’s, without grants, beside the source where the caller may edit',
    start: startWith(
      item('folder', granted('bob', 1)),
      item('workbook', { parent: 0, ...granted('dev', 2), ...published }),
      item('report', { parent: 1 }),
    ),
    steps: [
      copy('bob', 1),
      read('bob', 3),
      read('bob', 4),
      read('dev', 3),
      read('ann', 3),
      dashboard('bob', 3),
      copy('ann', 1),
      read('ann', 5),
      dashboard('ann', 5),
      copy('vic', 1),
      copy('kit', 1),
      { kind: 'publish', by: 'bob', item: 3, charts: 'draft', allowEmbed: null },
      dashboard('bob', 3),
      reports('bob'),
    ],
  },
  {
    name: 'creators copy what is shared with them, as it was published',
    start: startWith(
      item('folder', granted('embed acme', 1)),
      item('workbook', { parent: 0, ...published, draft: null }),
      item('report', { parent: 1 }),
      item('workbook', { parent: 0, name: 'unpublished' }),
    ),
    steps: [
      { kind: 'rename', by: 'ann', item: 2, name: 'renamed' },
      copy('bob', 1, true),
      copy('dora', 1, true),
      copy('cara', 3, true),
      copy('cara', 1),
      copy('cara', 1, true),
      read('cara', 4),
      read('cara', 5),
      read('cole', 4),
      dashboard('cara', 4),
      { kind: 'publish', by: 'cara', item: 4, charts: 'draft', allowEmbed: null },
      dashboard('cara', 4),
    ],
  },
]
