/** The one request that a frame begins with, under way. */
export type Begun = { session: string; publicId: string; response: Promise<Response> }

export type BootstrapWish = {
  session: string
  publicId: string
  deploymentId?: number | undefined
  locale?: string | null | undefined
  timezone?: string | null | undefined
}

/** Small, because it is written into the document too: it runs before the bundle is there. */
export const beginBootstrap = ({ session, publicId, deploymentId, locale, timezone }: BootstrapWish): Begun => {
  const response = fetch('/api/v1/embed/bootstrap', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    credentials: 'omit',
    body: JSON.stringify({ sessionId: session, dashboardPublicId: publicId, deploymentId, locale, timezone }),
  })
  // It may fail before the bundle looks at it, which is no error that nobody handles.
  response.catch(() => {})
  return { session, publicId, response }
}
