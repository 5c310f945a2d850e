import type { Output } from '#cli/command'

/** What a command said on standard output. */
export const printedBy = async (command: (output: Output) => Promise<unknown>, { isJson = false } = {}): Promise<string> => {
  const lines: string[] = []
  await command({ isJson, say: (line) => void lines.push(line), progress: () => undefined })
  return lines.join('\n')
}

/** For commands whose words do not matter. */
export const quiet: Output = { isJson: false, say: () => undefined, progress: () => undefined }
