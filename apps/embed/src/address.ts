/** What the address of a frame says beside the session. */
export type Address = { publicId: string; deploymentId: number | undefined; parameters: URLSearchParams }

/** `/embed/dashboard/{publicId}` and `/embed/d/{deploymentId}/dashboard/{publicId}`. */
export const readAddress = ({ pathname, search }: Pick<Location, 'pathname' | 'search'>): Address => {
  const [, deploymentId, publicId = ''] = /^\/embed\/(?:d\/(\d+)\/)?dashboard\/([^/]+)/.exec(pathname) ?? []
  return {
    publicId: decodeURIComponent(publicId),
    deploymentId: deploymentId ? Number(deploymentId) : undefined,
    parameters: new URLSearchParams(search),
  }
}
