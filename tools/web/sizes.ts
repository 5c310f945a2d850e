import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { chunksOf } from './build-page.ts'

/** A part of the page, its bytes as they are sent with gzip, and how many it may have. */
export type Figure = { name: string; bytes: number; limit: number }

const documentName = 'index.html'
const doctorName = 'doctor.html'
const base = '/embed/'

const sentBytes = (file: string): number => statSync(existsSync(`${file}.gz`) ? `${file}.gz` : file).size

/** Scripts and styles that the document itself names: what a browser fetches before it can show anything. */
const namedIn = (html: string): string[] =>
  [...html.matchAll(/<(?:script|link)[^>]*? (?:src|href)="([^"]+\.(?:js|css))"/g)].map(([, address = '']) => address.slice(base.length))

export const inlineScripts = (html: string): string[] => [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(([, text = '']) => text)

const sum = (numbers: number[]): number => numbers.reduce((total, each) => total + each, 0)

/** A chunk for each language but English, which is in the shell. */
const languageName = /^[a-z]{2}-[a-z]{2}-[\w-]{8}\.js$/

/** Scripts that have something of Vega in them, by their paths. */
export const chartFiles = (folder: string): string[] =>
  Object.entries(chunksOf(folder)).flatMap(([path, inputs]) =>
    inputs.some((input) => input.includes('/node_modules/vega-')) ? [path] : [],
  )

/** What a built page weighs, against the budgets of the project. */
export const measurePage = (folder: string): Figure[] => {
  const html = readFileSync(join(folder, documentName), 'utf8')
  const doctor = readFileSync(join(folder, doctorName), 'utf8')
  const assets = readdirSync(join(folder, 'assets')).filter((name) => /\.(js|css)$/.test(name))
  const sentOf = (paths: readonly string[]): number => sum(paths.map((path) => sentBytes(join(folder, path))))
  const [document, shell, charts] = [sentBytes(join(folder, documentName)), sentOf(namedIn(html)), sentOf(chartFiles(folder))]
  return [
    { name: 'script in the document, as it is', bytes: sum(inlineScripts(html).map((text) => Buffer.byteLength(text))), limit: 2300 },
    { name: 'document', bytes: document, limit: 6000 },
    { name: 'shell, scripts and styles', bytes: shell, limit: 95_000 },
    // Of these 1.5 kB for tooltips of all series and numbers by Intl.
    { name: 'charts', bytes: charts, limit: 151_000 },
    { name: 'dashboard of charts, until it is drawn', bytes: document + shell + charts, limit: 250_000 },
    { name: 'frame of a chart', bytes: sentBytes(join(folder, 'chart-frame.html')), limit: 155_000 },
    { name: 'doctor, scripts and styles', bytes: sentOf(namedIn(doctor)), limit: 8000 },
    {
      name: 'one language, the largest',
      bytes: Math.max(0, ...assets.filter((name) => languageName.test(name)).map((name) => sentBytes(join(folder, 'assets', name)))),
      limit: 8000,
    },
    { name: 'all scripts and styles', bytes: sentOf(assets.map((name) => `assets/${name}`)), limit: 700_000 },
  ]
}

export type Recorded = Readonly<Record<string, number>>

export const recordedOf = (figures: readonly Figure[]): Recorded => Object.fromEntries(figures.map(({ name, bytes }) => [name, bytes]))

const maxGrowth = 1.02

/** Which figures are over their budget, and which grew by more than may go unsaid since they were last recorded. */
export const sizeProblems = (figures: readonly Figure[], recorded: Recorded): string[] =>
  figures.flatMap(({ name, bytes, limit }) => {
    if (bytes > limit) return [`${name}: ${bytes} bytes, and ${limit} is the budget.`]
    const before = recorded[name]
    if (before === undefined) return [`${name}: not recorded yet. Run pnpm build:web --record.`]
    return bytes > before * maxGrowth
      ? [`${name}: ${bytes} bytes, more than 2 % over the ${before} of before. Run pnpm build:web --record, and say in the commit why.`]
      : []
  })
