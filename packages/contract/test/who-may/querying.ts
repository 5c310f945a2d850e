import { embedToken, open, type WhoMayRows } from '../rights.ts'

export const whoMay = {
  // The session id is the credential, as of an exchange.
  bootstrapDashboard: open('caller'),
  // A frame asks for what its dashboard shows; keys ask the data API.
  streamWidgetData: embedToken,
  listFilterChoices: embedToken,
} satisfies WhoMayRows
