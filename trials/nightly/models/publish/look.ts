import { contentLimits } from '@facet/contract'
import type { FacetProcess } from '../../../harness/installation.ts'
import { askAt, dashboardPath, publish, queryOf, reportCount, type Stage } from './dashboard.ts'

type Shown = {
  versionNumber: number
  versionId: number
  config: { title?: string; widgets?: { config?: { generation?: number } }[] }
  reportSnapshots: { id: number; reportId: number; jsonQuery?: string | null }[]
}

/** Of which generation a version is, or null where it is of none, or of two. */
const generationOf = ({ reportIds }: Stage, { config, reportSnapshots }: Pick<Shown, 'config' | 'reportSnapshots'>): number | null => {
  const generation = Number(config.title?.split(' ')[1])
  const isWhole =
    config.widgets?.length === reportCount &&
    config.widgets.every((widget) => widget.config?.generation === generation) &&
    reportSnapshots.length === reportCount &&
    reportSnapshots.every(({ reportId, jsonQuery }, place) => reportId === reportIds[place] && jsonQuery === queryOf(generation)) &&
    new Set(reportSnapshots.map(({ id }) => id)).size === reportCount
  return isWhole ? generation : null
}

/** Reads past everything of ours whether each version that is kept is whole. */
const areAllWhole = async (stage: Stage): Promise<boolean> => {
  const rows = await stage.installation.sql<{ config: Shown['config']; snapshots: Shown['reportSnapshots'] }>(
    'select v.config, v.snapshots from dashboard_versions v join dashboards d on d.id = v.dashboard_id where d.workbook_id = $1',
    [stage.workbookId],
  )
  return rows.every(({ config, snapshots }) => generationOf(stage, { config, reportSnapshots: snapshots }) !== null)
}

type Listed = { versionNumber: number; versionId: number; reportCount: number; isCurrent: boolean }

/** From the newest down to the oldest that is kept without a gap, and what is shown is the newest. */
const isConsecutive = (items: Listed[], shown: Shown): boolean =>
  items.length === Math.min(shown.versionNumber, contentLimits.dashboardVersions) &&
  items.every(({ versionNumber, isCurrent }, place) => versionNumber === shown.versionNumber - place && isCurrent === (place === 0)) &&
  items[0]?.versionId === shown.versionId

/** What is not as it must be; nothing where all of it is. */
export type Look = { generation: number | null; wrong: string[] }

/** Looks at what is published the way a frame does, at the list of versions, and at what is kept. */
export const lookAt = async (stage: Stage, process: FacetProcess, publicId: string): Promise<Look> => {
  const wrong: string[] = []
  const embedded = await askAt(stage, process, `/api/v1/embed/dashboard/${publicId}`)
  const versions = await askAt(stage, process, `${dashboardPath(stage)}/dashboard/versions?first=1000`)
  if (embedded.status !== 200 || versions.status !== 200)
    return { generation: null, wrong: [`the dashboard is answered with ${embedded.status}, its versions with ${versions.status}`] }
  const shown = embedded.body as unknown as Shown
  const generation = generationOf(stage, shown)
  if (generation === null) wrong.push('what is shown is not one whole version')
  if (!isConsecutive((versions.body as { items: Listed[] }).items, shown)) wrong.push('the versions are not numbered without a gap')
  if (!(await areAllWhole(stage))) wrong.push('a version that is kept is not whole')
  return { generation, wrong }
}

/** The same again by somebody who does not know how it went: afterwards the draft is what is shown, and more of it makes no version. */
export const publishAgain = async (stage: Stage, process: FacetProcess): Promise<string[]> => {
  const first = await publish(stage, process)
  const second = await publish(stage, process)
  const number = Number(first.body['versionNumber'])
  const compared = await askAt(stage, process, `${dashboardPath(stage)}/dashboard/versions/compare?from=${number}`)
  return [
    ...(first.status === 200 ? [] : [`publishing again is answered with ${first.status} ${first.code}`]),
    ...(second.body['versionNumber'] === number ? [] : ['an unchanged draft makes a version']),
    ...(compared.body['isSame'] === true ? [] : ['what is shown is not the draft']),
  ]
}
