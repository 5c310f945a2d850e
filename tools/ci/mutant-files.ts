/** The files that a patch changes. */
export const filesOf = (patch: string): string[] => [...patch.matchAll(/^\+\+\+ b\/(.+)$/gm)].map(([, path = '']) => path)
