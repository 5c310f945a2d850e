import { tarEnd, tarFile } from '../../../../apps/server/src/domains/content/code/tar-writer.ts'

/** Files per workbook: itself, a dashboard and three reports. */
const filesEach = 5
const letters = '0123456789abcdefghijklmnopqrstuvwxyz'

/** A stable id, not in the order of the numbers. */
const idOf = (kind: string, number: number): string => {
  let left = (number * 7_919_329 + 101) % 2_176_782_336
  let text = ''
  for (let digit = 0; digit < 8; digit++) {
    text += letters[left % 36]
    left = Math.floor(left / 36)
  }
  return `${kind.padEnd(4, '0')}${text}`
}

const position = { x: 0, y: 0, w: 6, h: 4 }

/** A report of a few kilobytes. */
const reportOf = (workbook: number, index: number) => ({
  publicId: idOf('rep', workbook * 3 + index),
  name: `Report ${index} of ${workbook}`,
  jsonQuery: JSON.stringify({ measures: [`orders.m${workbook}`], filters: [] }),
  meta: { kind: 'vega', spec: { mark: 'bar', text: `${workbook} `.repeat(300) } },
})

const workbookFiles = (number: number): [string, object][] => {
  const key = idOf('wbk', number)
  const reports = [0, 1, 2].map((index) => reportOf(number, index))
  const widgets = reports.map(({ publicId }, index) => ({
    id: `w${index}`,
    type: 'CHART',
    position,
    config: { reportId: `report:${publicId}` },
  }))
  const config = { kind: 'CLASSIC', title: `Dashboard ${number}`, widgets }
  const snapshots = reports.map((report) => ({ ...report, calculatedFields: {} }))
  return [
    [`workbooks/${key}/workbook.json`, { key, name: `Workbook ${number}`, folder: ['Area', `Team ${number % 10}`], draft: config }],
    [
      `workbooks/${key}/dashboard.json`,
      { publicId: idOf('dsh', number), allowEmbed: number % 2 === 0, title: config.title, config, snapshots },
    ],
    ...reports.map((report): [string, object] => [`workbooks/${key}/reports/${report.publicId}.json`, report]),
  ]
}

/** An archive of about this many items, not in the order of an export. */
export const archiveOf = (items: number): { bytes: Buffer; files: ReadonlyMap<string, object> } => {
  const folder: [string, object] = ['folders/area.json', { path: ['Area'], position: 3, grants: [{ to: 'organization', level: 'view' }] }]
  const files = [folder, ...Array.from({ length: Math.ceil((items - 1) / filesEach) }, (_, number) => workbookFiles(number)).flat()]
  return {
    bytes: Buffer.concat([...files.map(([path, file]) => tarFile(path, JSON.stringify(file))), tarEnd()]),
    files: new Map(files),
  }
}

/** Contents of the files in an archive, by name. */
export const filesIn = (archive: Buffer): Map<string, Record<string, unknown>> => {
  const files = new Map<string, Record<string, unknown>>()
  for (let at = 0; archive[at]; ) {
    const path = archive.toString('ascii', at, archive.indexOf(0, at))
    const size = Number.parseInt(archive.toString('ascii', at + 124, at + 135), 8)
    files.set(path, JSON.parse(archive.toString('utf8', at + 512, at + 512 + size)) as Record<string, unknown>)
    at += 512 + Math.ceil(size / 512) * 512
  }
  return files
}
