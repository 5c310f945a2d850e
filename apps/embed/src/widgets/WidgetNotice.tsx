import type { ReactNode } from 'react'
import classes from './WidgetNotice.module.css'

/** What a widget says in place of what it would show. */
export const WidgetNotice = ({ children }: { children: ReactNode }) => <div className={classes['notice']}>{children}</div>
