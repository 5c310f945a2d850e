export type Block = {
  language: string
  /** Whether a test runs it. */
  isRun: boolean
  text: string
}

/** The blocks of a page, in their order, without the indentation of a list that they stand in. */
export const blocksIn = (page: string): Block[] =>
  [...page.matchAll(/^( *)```(\w+)( run)?\n(.*?)^ *```$/gms)].map(([, indentation = '', language = '', run, text = '']) => ({
    language,
    isRun: run !== undefined,
    text: indentation === '' ? text : text.replaceAll(new RegExp(`^${indentation}`, 'gm'), ''),
  }))
