export type DescribedCube = { config: { name: string } }
/** The context of a request, as far as metadata depends on it. */
export type AskedIn = { securityContext: unknown }
export type MetaRequest = { context: AskedIn; res: unknown; onlyViews?: boolean }

export type Failed = { e: Error & { type?: string }; context: AskedIn; res: unknown; requestStarted: Date }

/** Upstream's class, as far as we change what it does. */
export declare class ApiGateway {
  constructor(...args: unknown[])
  parseQueryParam(query: unknown): unknown
  /** What metadata shows of a model, extended or not. */
  filterVisibleItemsInMeta(context: AskedIn, cubes: DescribedCube[]): DescribedCube[]
  metaExtended(request: MetaRequest): Promise<void>
  handleError(failed: Failed): void
}
