import type { Problem } from '@facet/embed/page'
import { useMessages } from '../page-context.ts'
import classes from './states.module.css'

/** What somebody who is asked for help wants to know. */
export const ErrorCode = ({ problem: { code, requestId } }: { problem: Problem }) => (
  <p className={classes['code']}>{useMessages().errorCode(code, requestId ?? null)}</p>
)
