const urls = /\b([a-z][a-z0-9+.-]{0,30}:\/\/)(?:[^\s/?#'"<>]*@)?([^\s?#'"<>]*)(\?[^\s#'"<>]*)?(#[^\s'"<>]*)?/gi

/** A text as it may be logged and shown: of each URL without who asks, and without the values that are asked with. Both hold tokens. */
export const withoutUrlSecrets = (text: string): string =>
  text.includes('://')
    ? text.replaceAll(urls, (_, scheme: string, place: string, query?: string, fragment?: string) => {
        const shown = fragment?.includes('=') ? '#…' : (fragment ?? '')
        return `${scheme}${place}${query === undefined ? '' : '?…'}${shown}`
      })
    : text
