import { randomInt } from 'node:crypto'

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const length = 12

/** A name for addresses that nobody guesses and that says nothing. */
export const newPublicId = (): string => Array.from({ length }, () => letters[randomInt(letters.length)]).join('')
