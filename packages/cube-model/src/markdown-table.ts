// Past this the rest is counted, never left out in silence.
const maxRows = 100

export const markdownTable = <T>(heads: string[], items: T[], row: (item: T) => string[]): string[] => [
  `| ${heads.join(' | ')} |`,
  `|${heads.map(() => '---|').join('')}`,
  ...items.slice(0, maxRows).map((item) => `| ${row(item).join(' | ')} |`),
  ...(items.length > maxRows ? ['', `And ${items.length - maxRows} more.`] : []),
  '',
]
