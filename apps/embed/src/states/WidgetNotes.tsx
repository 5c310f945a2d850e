import { useMessages } from '../page-context.ts'
import type { WidgetData } from '../widgets/types.ts'
import classes from './states.module.css'
import { noteTexts } from './widget-notes.ts'

/** What does not hold of the rows above it. The live region reads it out. */
export const WidgetNotes = ({ data }: { data: WidgetData }) => {
  const texts = noteTexts(data.notes, useMessages())
  return texts.length === 0 ? null : <p className={classes['notes']}>{texts.join(' ')}</p>
}
