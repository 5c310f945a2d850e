import type { Finding } from './finding.ts'

const elementOf = (id: string): HTMLElement => {
  const element = document.querySelector<HTMLElement>(`#${id}`)
  if (element === null) throw new Error(`The document has no element with the id "${id}".`)
  return element
}

/** Everything is written as text: nothing that an answer holds is read as HTML. */
export const createView = () => {
  const report = elementOf('report') as HTMLTextAreaElement
  return {
    say: (text: string): void => {
      elementOf('state').textContent = text
    },
    show: (findings: readonly Finding[]): void => {
      elementOf('findings').append(
        ...findings.map(({ about, verdict, text }) => {
          const item = document.createElement('li')
          item.dataset['verdict'] = verdict
          item.textContent = `${about}: ${text}`
          return item
        }),
      )
    },
    report: (text: string): void => {
      report.value = text
    },
    addButton: (label: string, act: (button: HTMLButtonElement) => void): void => {
      const button = document.createElement('button')
      button.type = 'button'
      button.textContent = label
      button.addEventListener('click', () => act(button))
      elementOf('actions').append(button)
    },
    copy: async (): Promise<boolean> => {
      report.select()
      // A frame may not be allowed to write to the clipboard; then it stays selected.
      return navigator.clipboard.writeText(report.value).then(
        () => true,
        () => false,
      )
    },
  }
}
