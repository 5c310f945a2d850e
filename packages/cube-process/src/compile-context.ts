import { join } from 'node:path'
import type { Finding } from './compile-report.ts'
import type { SourceFile } from './engine-types.ts'

const message =
  'COMPILE_CONTEXT is not available: one compiled model serves every caller. Use SECURITY_CONTEXT in SQL, or an access policy.'

const isCommented = (fileName: string, before: string): boolean => (fileName.endsWith('.js') ? /\/\/|^\s*\*|\/\*/ : /(^|\s)#/).test(before)

/**
 * Where files name the context of whoever compiles them. What is inside SQL runs with a query, long after compiling, so it is looked for
 * in the text.
 */
export const findCompileContext = (files: readonly SourceFile[], schemaPath: string): Finding[] =>
  files.flatMap(({ fileName, content }) =>
    content.split('\n').flatMap((text, index) => {
      const at = text.search(/\bCOMPILE_CONTEXT\b/)
      return at === -1 || isCommented(fileName, text.slice(0, at)) ? [] : [{ file: join(schemaPath, fileName), line: index + 1, message }]
    }),
  )
