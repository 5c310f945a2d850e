// Generated from the files of the contract and of the areas by pnpm generate. Do not edit.

export const none = null
