import { type ImportCase, value } from './import-case.ts'

/** What runs in browsers. */
export const browserImportCases: ImportCase[] = [
  {
    file: 'packages/ui/src/Notice.tsx',
    refused: {
      [value('@facet/client')]: 'The shared components know React',
      [value('node:fs')]: 'The shared components know React',
      [value('../../../apps/embed/src/messages.ts')]: 'The shared components know React',
    },
    allowed: [value('react'), value('react/jsx-runtime'), value('./Other.tsx')],
  },
  {
    file: 'apps/embed/src/widgets/Table.tsx',
    refused: {
      [value('@facet/contract')]: 'runs in a browser',
      [value('@facet/embed')]: 'runs in a browser',
      [value('node:fs')]: 'runs in a browser',
      [value('../../../server/src/kernel/failure.ts')]: 'runs in a browser',
    },
    allowed: [
      value('react'),
      value('react-dom/client'),
      value('@facet/ui'),
      value('@facet/client'),
      value('@facet/embed/page'),
      value('../messages.ts'),
      value('./own.ts'),
    ],
  },
]
