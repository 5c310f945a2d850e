import { Failure } from '#kernel/failure'

/** Where a spreadsheet shows the result. */
export type Placement = { workbookId: string; resultLocation: string; endResultCell: string | null }

export type PlacementFields = {
  externalWorkbookId?: string | null
  resultLocation?: string | null
  endResultCell?: string | null
}

export type PlacementChange = { put: Placement } | { removeId: string } | null

const withoutSpreadsheet = (): Failure => {
  const message = 'is needed to say in which spreadsheet resultLocation and endResultCell are.'
  return new Failure('invalid_request', `/body/externalWorkbookId ${message}`, {
    errors: [{ pointer: '/body/externalWorkbookId', message }],
  })
}

/**
 * What a request does to the placements of a report, the newest of which is the one that its own fields show. Null for the spreadsheet
 * takes that one away; without a spreadsheet, the rest is about that one.
 */
export const placementChange = (body: PlacementFields, placements: readonly Placement[]): PlacementChange => {
  const { externalWorkbookId, resultLocation, endResultCell } = body
  const [newest] = placements
  const isPlaceSent = resultLocation != null || endResultCell != null
  if (externalWorkbookId === null && !isPlaceSent) return newest ? { removeId: newest.workbookId } : null
  if (externalWorkbookId === undefined && resultLocation === undefined && endResultCell === undefined) return null
  const workbookId = externalWorkbookId ?? (externalWorkbookId === undefined ? newest?.workbookId : undefined)
  if (workbookId === undefined) {
    if (isPlaceSent) throw withoutSpreadsheet()
    return null
  }
  const current = placements.find((placement) => placement.workbookId === workbookId)
  const put = {
    workbookId,
    resultLocation: resultLocation === undefined ? (current?.resultLocation ?? '') : (resultLocation ?? ''),
    endResultCell: endResultCell === undefined ? (current?.endResultCell ?? null) : endResultCell,
  }
  const isSame =
    current !== undefined &&
    current === newest &&
    current.resultLocation === put.resultLocation &&
    current.endResultCell === put.endResultCell
  return isSame ? null : { put }
}
