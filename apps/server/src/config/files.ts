import { readFileSync } from 'node:fs'
import { reasonOf } from '#kernel/system-errors'

const isPath = (text: string): boolean => text.startsWith('/') && !text.endsWith('=') && text.split('/').every((name) => name.length < 40)

/** 32 bytes or more in base64 or hexadecimal, or a file as a whole: the usual mistake is to paste the content of the file. */
const isContent = (text: string): boolean => /[\r\n]|-----BEGIN/.test(text) || (/^[A-Za-z0-9+/_-]{43,}={0,2}$/.test(text) && !isPath(text))

/** The path of a file. What does not look like one is not repeated: it would be a key in a log. */
export const filePath = (text: string): string => {
  if (isContent(text))
    throw new Error('holds the content itself; it must name a file, such as /etc/facet/root.key. Write the content there.')
  return text
}

export const readSettingFile = (text: string): string => {
  const path = filePath(text)
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new Error(`the file ${path} cannot be read: ${reasonOf(error)}. Correct the path, or let the user who runs facet read it.`, {
      cause: error,
    })
  }
}

/** What is in a file of certificates. */
export const certificates = (path: string): string => {
  const text = readSettingFile(path)
  if (!text.includes('-----BEGIN CERTIFICATE-----'))
    throw new Error(`the file ${path} holds no certificate. Name one in PEM form, which begins with -----BEGIN CERTIFICATE-----.`)
  return text
}

/** The path of a file that holds certificates. */
export const certificateFile = (path: string): string => {
  certificates(path)
  return path
}
