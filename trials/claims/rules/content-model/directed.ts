import { copies } from './directed-copies.ts'
import { frames } from './directed-frames.ts'
import type { Directed } from './directed-parts.ts'
import { shares } from './directed-shares.ts'
import { trees } from './directed-trees.ts'

/** So that no rule is noticed by luck: together these show each of them. */
export const directed: readonly Directed[] = [...trees, ...shares, ...frames, ...copies]
