/** Gives people a file. The name is cleaned of what systems of files do not take. */
export const saveFile = (name: string, text: string, type: string): void => {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name.replaceAll(/[\\/:*?"<>|\p{Cc}]+/gu, ' ').trim() || 'data'
  link.click()
  // A browser reads it after the click was handled.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
