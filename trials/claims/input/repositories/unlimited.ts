import { standardTreeLimits } from '../../../../apps/server/src/adapters/git/index.ts'

// Imported before the program: the same program with the limits on trees taken out.
Object.assign(standardTreeLimits, { maxEntries: Infinity, maxDepth: Infinity, maxPathBytes: Infinity, maxListingBytes: Infinity })
