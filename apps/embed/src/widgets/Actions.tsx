import type { ReactNode } from 'react'
import classes from './Actions.module.css'

/** The line below a widget: what it has to say of its rows, and what can be done with them. */
export const Actions = ({ note, children }: { note: string | null; children?: ReactNode }) => (
  <div className={classes['actions']}>
    {note !== null && <p>{note}</p>}
    <span className={classes['buttons']}>{children}</span>
  </div>
)
