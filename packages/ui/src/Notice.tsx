import type { ReactNode } from 'react'
import classes from './Notice.module.css'

/** One sentence about the state of a whole page, and what can be done about it. */
export const Notice = ({ title, isBusy = false, children }: { title: string; isBusy?: boolean; children?: ReactNode }) => (
  <section className={classes['notice']} aria-busy={isBusy}>
    {isBusy && <span className={classes['turning']} aria-hidden="true" />}
    <h1 className={classes['title']}>{title}</h1>
    {children !== undefined && <div className={classes['text']}>{children}</div>}
  </section>
)
