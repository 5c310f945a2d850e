/** What was looked at and what was found: as it must be, something to know, or what keeps an embed from working. */
export type Finding = { about: string; verdict: 'good' | 'note' | 'bad'; text: string }

export const good = (about: string, text: string): Finding => ({ about, verdict: 'good', text })
export const note = (about: string, text: string): Finding => ({ about, verdict: 'note', text })
export const bad = (about: string, text: string): Finding => ({ about, verdict: 'bad', text })
