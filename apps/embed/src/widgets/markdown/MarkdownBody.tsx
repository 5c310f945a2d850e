import { useLayoutEffect, useRef } from 'react'
import classes from './Markdown.module.css'
import { renderMarkdown } from './render-markdown.ts'

/** Text that an author wrote. It becomes elements without a text of HTML in between, which the policy of the page would refuse. */
export const MarkdownBody = ({ text }: { text: string }) => {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    box.current?.replaceChildren(renderMarkdown(text))
  }, [text])
  return <div ref={box} className={classes['markdown']} />
}
