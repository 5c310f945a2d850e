/** What the page says, in the language it is written in first. */
export const messages = {
  loadingTitle: 'Loading the dashboard …',
  noSessionTitle: 'There is no session in this address',
  noSessionText:
    'A dashboard is opened by the application that embeds it, which adds a session to the address. Signing in without one comes with the console.',
} as const
