import { FacetFailure } from './failure.ts'
import type { PageInfo } from './generated/shared.ts'
import type { CallInput } from './operation.ts'

export type AnyPage = { readonly items: readonly unknown[]; readonly pageInfo?: PageInfo | null }

/** Reads one page after another until the list says there is none. */
export async function* pagesOf<P extends AnyPage>(
  operation: string,
  getPage: (input: CallInput) => Promise<P>,
  input: CallInput,
): AsyncGenerator<P, void, undefined> {
  let after = input.query?.['after']
  for (;;) {
    const page = await getPage({ ...input, query: { ...input.query, after } })
    yield page
    if (!page.pageInfo?.hasNextPage) return
    const { endCursor } = page.pageInfo
    if (endCursor === undefined || endCursor === null || endCursor === after) {
      throw new FacetFailure(`${operation} announced another page but gave no new cursor to reach it.`, {
        operation,
        status: 200,
        code: 'unexpected_response',
      })
    }
    after = endCursor
  }
}

export async function* itemsOf<T>(pages: AsyncIterable<{ readonly items: readonly T[] }>): AsyncGenerator<T, void, undefined> {
  for await (const page of pages) yield* page.items
}
