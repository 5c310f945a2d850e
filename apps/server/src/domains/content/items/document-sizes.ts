import { contentLimits } from '@facet/contract'
import { brokenConstraint } from '#db'
import { Failure } from '#kernel/failure'

export const bytesOf = (document: unknown): number => Buffer.byteLength(JSON.stringify(document))

/** `pointer` says what of the request is meant. */
export const requireFitting = (document: unknown, maxBytes: number, pointer: string): void => {
  const bytes = bytesOf(document)
  if (bytes > maxBytes)
    throw new Failure('document_too_large', `${pointer} has ${bytes} bytes as JSON; the limit is ${maxBytes}. Store less in it.`)
}

const documentChecks = new Set([
  'content_workbooks_meta_check',
  'content_workbooks_calculated_fields_check',
  'content_workbooks_dashboard_draft_check',
  'content_reports_meta_check',
  'content_reports_pivot_items_check',
  'dashboard_versions_config_check',
  'dashboard_versions_snapshots_check',
  'dashboard_charts_vega_check',
])

/** Runs a statement that stores documents. The database writes numbers out in full, so 1e300 takes more there than it did on the wire. */
export const storing = async <T>(statement: Promise<T>): Promise<T> => {
  try {
    return await statement
  } catch (error) {
    const broken = brokenConstraint(error)
    if (broken === undefined || !documentChecks.has(broken)) throw error
    throw new Failure(
      'document_too_large',
      'A document has numbers of so many digits that it is too large to be stored. Send them as texts.',
      {
        cause: error,
      },
    )
  }
}

// Sizes are asked for in parts: what lies far behind the end of a page is not measured.
const part = 50

/** As many of these items, from the first on, as a page has room for, one at least; and how many bytes they are together. */
export const fittingPage = async (
  ids: readonly number[],
  sizesOf: (ids: readonly number[]) => Promise<ReadonlyMap<number, number>>,
): Promise<{ ids: number[]; bytes: number }> => {
  const fitting: number[] = []
  let bytes = 0
  for (let start = 0; start < ids.length; start += part) {
    const next = ids.slice(start, start + part)
    const sizes = await sizesOf(next)
    for (const id of next) {
      const size = sizes.get(id) ?? 0
      if (fitting.length > 0 && bytes + size > contentLimits.pageBytes) return { ids: fitting, bytes }
      fitting.push(id)
      bytes += size
    }
  }
  return { ids: fitting, bytes }
}
