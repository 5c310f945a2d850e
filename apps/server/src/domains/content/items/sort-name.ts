// As many characters as a name may have: folding can make one longer.
const maxCharacters = 255

/** A name, or a text to look for, as names are sorted and compared: without case, and one form for what looks the same. */
export const sortName = (name: string): string =>
  Array.from(name.toWellFormed().normalize('NFKC').toLowerCase().normalize('NFKC')).slice(0, maxCharacters).join('')
