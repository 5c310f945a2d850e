import { useState } from 'react'
import { Choice } from './Choice.tsx'
import { Customer } from './Customer.tsx'

const channels = { '': 'all', web: 'web', app: 'app' }
const schemes = { auto: 'as the system', light: 'light', dark: 'dark' }
const languages = { 'en-US': 'English', 'de-DE': 'Deutsch', 'fr-FR': 'Français' }

/** Two customers side by side. What is chosen here reaches the frames that are there: none is loaded anew, no session is spent. */
export const App = () => {
  const [channel, setChannel] = useState<keyof typeof channels>('')
  const [scheme, setScheme] = useState<keyof typeof schemes>('auto')
  const [locale, setLocale] = useState<keyof typeof languages>('en-US')
  const look = { scheme, locale, filters: channel === '' ? {} : { 'sales.channel': { value: channel } } }

  return (
    <main>
      <header>
        <Choice label="Channel" options={channels} value={channel} onChange={setChannel} />
        <Choice label="Theme" options={schemes} value={scheme} onChange={setScheme} />
        <Choice label="Language" options={languages} value={locale} onChange={setLocale} />
      </header>
      <div className="customers">
        <Customer path="/acme" user="ada" look={look} />
        <Customer path="/globex" user="grace" look={look} />
      </div>
    </main>
  )
}
