import type { Messages } from '../i18n/messages.ts'
import { reportOf, widgetsOf } from '../session/data-widgets.ts'
import type { PageState } from '../store/page-state.ts'
import { titleOf } from '../widgets/title.ts'

const isTold = (note: string, texts: Messages['notes']): note is keyof Messages['notes'] => Object.hasOwn(texts, note)

/** What a viewer is told of the rows of a widget: what of the filters, grains and additions does not hold of them. */
export const noteTexts = (notes: readonly string[], { notes: texts }: Pick<Messages, 'notes'>): string[] =>
  notes.flatMap((note) => (isTold(note, texts) ? [texts[note]] : []))

/** The same of all widgets, each by its title, for those who hear it. */
export const heardNotes = ({ shown, widgets, messages }: Pick<PageState, 'shown' | 'widgets' | 'messages'>): string =>
  (shown ? widgetsOf(shown) : [])
    .flatMap((widget) => {
      const state = widgets[widget.id]
      const texts = state?.status === 'shown' ? noteTexts(state.data.notes, messages) : []
      return shown && texts.length > 0 ? [`${titleOf(widget, reportOf(shown, widget))}: ${texts.join(' ')}`] : []
    })
    .join(' ')
