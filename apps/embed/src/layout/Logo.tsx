import { useState } from 'react'
import { usePageState } from '../page-context.ts'
import classes from './layout.module.css'

/** The logo of the account's theme, for the ground that it stands on. One that cannot be fetched is not there. */
export const Logo = () => {
  const address = usePageState(({ shown, theme }) => (theme && shown?.appTheme?.[theme.scheme].logoUrl) ?? '')
  const [failed, setFailed] = useState('')
  if (!address.startsWith('https://') || address === failed) return null
  return <img className={classes['logo']} src={address} alt="" referrerPolicy="no-referrer" onError={() => setFailed(address)} />
}
