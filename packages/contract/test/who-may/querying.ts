import { embedToken, type WhoMayRows } from '../rights.ts'

export const whoMay = {
  // A frame asks for what its dashboard shows; keys ask the data API.
  streamWidgetData: embedToken,
  listFilterChoices: embedToken,
} satisfies WhoMayRows
