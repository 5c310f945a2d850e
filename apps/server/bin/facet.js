#!/usr/bin/env node
// Written so that a Node that is too old can still read it, and say so.
import { existsSync } from 'node:fs'

const oldest = 24
const source = new URL('../src/main.ts', import.meta.url)
const built = new URL('../dist/main.js', import.meta.url)

if (Number(process.versions.node.split('.')[0]) < oldest) {
  process.stderr.write(`facet: Node ${oldest} or newer is needed; this is ${process.version}. Install it, or put it first on the PATH.\n`)
  process.exitCode = 1
} else {
  // In a checkout Node runs the sources. In a package there are none: below node_modules it would not take their types away.
  await import(existsSync(source) ? source.href : built.href)
}
