import { contentLimits, type DashboardConfig, type Workbook } from '@facet/contract'
import { requireUsableConfig } from '#domains/content/dashboards'
import { requireFitting } from '#domains/content/items'

type SentDocuments = { meta?: Workbook['meta'] | null; calculatedFields?: Record<string, unknown> | null }

/** What a request says of the documents of a workbook. Left out: it says nothing. A draft of null removes the one there is. */
export type Documents = {
  meta?: Record<string, unknown>
  draft?: DashboardConfig | null
  calculatedFields?: Record<string, unknown>
}

/** Takes the draft out of `meta`, where clients keep it, and holds all of it to its limits. */
export const documentsOf = ({ meta, calculatedFields }: SentDocuments): Documents => {
  const documents: Documents = {}
  if (meta) {
    const { dashboardDraft, ...rest } = meta
    requireFitting(rest, contentLimits.metaBytes, '/body/meta without its dashboardDraft')
    if (dashboardDraft) requireUsableConfig(dashboardDraft, '/body/meta/dashboardDraft')
    documents.meta = rest
    if (dashboardDraft !== undefined) documents.draft = dashboardDraft
  }
  if (calculatedFields) {
    requireFitting(calculatedFields, contentLimits.calculatedFieldsBytes, '/body/calculatedFields')
    documents.calculatedFields = calculatedFields
  }
  return documents
}
