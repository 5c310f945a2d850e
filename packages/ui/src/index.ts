/** Components that the embedded page and the console share. Their colours and sizes are in `tokens.css`. */
export { Notice } from './Notice.tsx'
