/** Upstream's class, of which we change one method. */
export declare class ApiGateway {
  constructor(...args: unknown[])
  parseQueryParam(query: unknown): unknown
}
