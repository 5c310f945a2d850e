export const pascal = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`
export const camel = (kebab: string): string => kebab.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
export const kebab = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
export const snake = (name: string): string => kebab(name).replaceAll('-', '_')
export const words = (name: string): string => kebab(name).replaceAll('-', ' ')
