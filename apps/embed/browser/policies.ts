import { hash } from 'node:crypto'
import type { FrameKind } from '../build/opaque-frames.ts'

/** The script that is written into a document, by its hash. */
const ownScript = (html: string): string => {
  const [, script = ''] = /<script>(.*?)<\/script>/s.exec(html) ?? []
  return `'sha256-${hash('sha256', script, 'base64')}'`
}

/** What the service sends with a page: what it refuses, it must refuse here. */
export const pagePolicy = (html: string, fontOrigins: readonly string[] = []): string =>
  [
    "default-src 'none'",
    `script-src 'self' ${ownScript(html)}`,
    "style-src 'self'",
    "img-src 'self' data: blob: https:",
    ["font-src 'self'", ...fontOrigins].join(' '),
    "connect-src 'self'",
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types facet dompurify',
  ].join('; ')

/** And with frames of no origin. Of these, HTML reports make code of text. */
export const framePolicy = (html: string, kind: FrameKind): string =>
  `default-src 'none'; script-src ${ownScript(html)}${kind === 'html' ? " 'unsafe-eval'" : ''}; style-src 'unsafe-inline'; img-src data:; font-src data:; connect-src 'none'; base-uri 'none'; form-action 'none'; sandbox allow-scripts`
