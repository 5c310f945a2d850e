const refuse = (uri: unknown): Promise<never> =>
  Promise.reject(new Error(`Charts load nothing, and so not "${String(uri).slice(0, 200)}".`))

/** Stands where Vega would fetch data, images and links. Charts that name any are refused before; this is for what slips through. */
export const refusingLoader = { options: {}, fileAccess: false, load: refuse, sanitize: refuse, http: refuse, file: refuse }
