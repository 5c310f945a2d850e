import { hash } from 'node:crypto'

/** A page that a browser draws without a request of its own: one document with its style and at most one script. */
export type PlainPage = { html: string; policy: string }

type Parts = {
  title: string
  /** Of the body element, as `name="value"` with the value escaped. */
  attributes?: string
  body: string
  script?: string
  /** Sources of `frame-ancestors`. */
  framedBy: string
}

const style = `:root{color-scheme:light dark;--text:#1c2430;--dim:#586273;--line:#dfe3e8;--back:#f7f8fa;--card:#fff;--accent:#2456d6}
@media (prefers-color-scheme:dark){:root{--text:#e8ebf0;--dim:#a0a9b8;--line:#323a46;--back:#12161c;--card:#1b212a;--accent:#8fb1ff}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;padding:clamp(24px,8vh,96px) 20px;background:var(--back);color:var(--text);font:16px/1.6 system-ui,sans-serif}
main{max-width:640px;margin:0 auto}
h1{margin:0 0 8px;font-size:28px;line-height:1.25;letter-spacing:-.01em}
p{margin:0 0 16px;overflow-wrap:anywhere}
.dim{color:var(--dim);font-size:14px}
ul{list-style:none;margin:24px 0;padding:0;display:grid;gap:12px}
li{border:1px solid var(--line);border-radius:10px;background:var(--card)}
li>*{display:block;padding:14px 16px}
li a{color:inherit;text-decoration:none;border-radius:10px}
li a:hover,li a:focus-visible{outline:2px solid var(--accent)}
strong{display:block;font-weight:600}
a strong{color:var(--accent)}
code{font:14px ui-monospace,monospace}`

const sourceOf = (text: string): string => `'sha256-${hash('sha256', text, 'base64')}'`

export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (each) => `&#${each.charCodeAt(0)};`)

export const plainPage = ({ title, attributes = '', body, script, framedBy }: Parts): PlainPage => ({
  html: `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>
<meta name="viewport" content="width=device-width,initial-scale=1"><link rel="icon" href="data:,"><style>${style}</style></head>
<body${attributes && ` ${attributes}`}><main>${body}</main>${script === undefined ? '' : `<script>${script}</script>`}</body></html>
`,
  policy: [
    "default-src 'none'",
    ...(script === undefined ? [] : [`script-src ${sourceOf(script)}`]),
    `style-src ${sourceOf(style)}`,
    'img-src data:',
    `frame-ancestors ${framedBy}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; '),
})
