import { contentLimits } from '@facet/contract'
import type { FacetProcess } from '../../../harness/installation.ts'
import { askAt, dashboardPath, publish, queryOf, reportCount, type Stage } from './dashboard.ts'

type Shown = {
  versionNumber: number
  versionId: number
  config: { title?: string; widgets?: { config?: { generation?: number } }[] }
  reportSnapshots: { id: number; reportId: number; jsonQuery?: string | null }[]
}

/** The generation of a version. Null if the version is incomplete or mixed. */
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

/** Whether each stored version is complete, read by SQL. */
const areAllWhole = async (stage: Stage): Promise<boolean> => {
  const rows = await stage.installation.sql<{ config: Shown['config']; snapshots: Shown['reportSnapshots'] }>(
    'select v.config, v.snapshots from dashboard_versions v join dashboards d on d.id = v.dashboard_id where d.workbook_id = $1',
    [stage.workbookId],
  )
  return rows.every(({ config, snapshots }) => generationOf(stage, { config, reportSnapshots: snapshots }) !== null)
}

type Listed = { versionNumber: number; versionId: number; reportCount: number; isCurrent: boolean }

/** Whether the versions are numbered without a gap, and the newest is shown. */
const isConsecutive = (items: Listed[], shown: Shown): boolean =>
  items.length === Math.min(shown.versionNumber, contentLimits.dashboardVersions) &&
  items.every(({ versionNumber, isCurrent }, place) => versionNumber === shown.versionNumber - place && isCurrent === (place === 0)) &&
  items[0]?.versionId === shown.versionId

/** `wrong`: what is not as it must be. */
export type Look = { generation: number | null; wrong: string[] }

/** Checks the shown version, the list of versions and the stored versions. */
export const lookAt = async (stage: Stage, process: FacetProcess, publicId: string): Promise<Look> => {
  const wrong: string[] = []
  const embedded = await askAt(stage, process, `/api/v1/embed/dashboard/${publicId}`)
  const versions = await askAt(stage, process, `${dashboardPath(stage)}/dashboard/versions?first=1000`)
  if (embedded.status !== 200 || versions.status !== 200)
    return { generation: null, wrong: [`the dashboard returns ${embedded.status}, its versions ${versions.status}`] }
  const shown = embedded.body as unknown as Shown
  const generation = generationOf(stage, shown)
  if (generation === null) wrong.push('the shown version is incomplete or mixed')
  if (!isConsecutive((versions.body as { items: Listed[] }).items, shown)) wrong.push('the version numbers have a gap')
  if (!(await areAllWhole(stage))) wrong.push('a stored version is incomplete or mixed')
  return { generation, wrong }
}

/** Publishes again, twice: the draft is shown afterwards, and an unchanged draft makes no version. */
export const publishAgain = async (stage: Stage, process: FacetProcess): Promise<string[]> => {
  const first = await publish(stage, process)
  const second = await publish(stage, process)
  const number = Number(first.body['versionNumber'])
  const compared = await askAt(stage, process, `${dashboardPath(stage)}/dashboard/versions/compare?from=${number}`)
  return [
    ...(first.status === 200 ? [] : [`publishing again returns ${first.status} ${first.code}`]),
    ...(second.body['versionNumber'] === number ? [] : ['an unchanged draft makes a version']),
    ...(compared.body['isSame'] === true ? [] : ['the draft is not shown']),
  ]
}
