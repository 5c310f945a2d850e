import DOMPurify from 'dompurify'
import { marked } from 'marked'

const tags =
  'h1 h2 h3 h4 h5 h6 p br hr strong em del code pre blockquote ul ol li a img table thead tbody tr th td sup sub kbd mark details summary span'
const attributes = 'href src alt title align colspan rowspan start open checked disabled type'

const picture = /^data:image\/(?:png|jpeg|gif|webp);/i

/** The address of a link that leads to a page; null for any other, such as one that runs a script. */
const pageAddress = (href: string): string | null => {
  // What has no host would lead into the page itself.
  const url = URL.canParse(href) ? new URL(href) : null
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : null
}

const mendLink = (link: HTMLAnchorElement): void => {
  const address = pageAddress(link.getAttribute('href') ?? '')
  if (address === null) link.removeAttribute('href')
  else {
    link.href = address
    link.target = '_blank'
    link.rel = 'noopener noreferrer'
  }
}

/**
 * Markdown as elements of the page. Authors are not trusted: what runs, styles, loads or posts is taken away; pictures are those that
 * are written down, and links lead to pages, in windows of their own.
 */
export const renderMarkdown = (text: string): DocumentFragment => {
  const html = marked.parse(text, { async: false, gfm: true, breaks: true })
  const content = DOMPurify.sanitize(html, {
    ALLOWED_TAGS: tags.split(' '),
    ALLOWED_ATTR: attributes.split(' '),
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  })
  for (const link of content.querySelectorAll('a')) mendLink(link)
  for (const image of content.querySelectorAll('img')) if (!picture.test(image.getAttribute('src') ?? '')) image.remove()
  return content
}
