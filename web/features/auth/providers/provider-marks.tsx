import { KeyRound } from 'lucide-react'
import { GOOGLE, type Provider } from './provider-config.ts'
import styles from './provider-marks.module.css'

/** A provider's own icon, otherwise the logo of Google or Facebook, otherwise a key. */
export function ProviderMark({ provider: { id, name, icon } }: { provider: Provider }) {
  if (icon) return <img src={icon} alt="" width="20" height="20" className={styles.icon} />
  if (id === GOOGLE || name === 'Google') return <GoogleMark />
  if (name === 'Facebook') return <FacebookMark />
  return <KeyRound size={20} aria-hidden="true" />
}

/** The logos in their official colors. */
function GoogleMark() {
  return (
    <svg viewBox="0 0 48 48" width="20" height="20" aria-hidden="true">
      <path
        fill="#4285f4"
        d="M47.5 24.5c0-1.6-.1-3.1-.4-4.5H24v9h13.2a11.3 11.3 0 0 1-4.9 7.4v6.1h7.9c4.6-4.3 7.3-10.5 7.3-18Z"
      />
      <path
        fill="#34a853"
        d="M24 48c6.6 0 12.1-2.2 16.2-5.9l-7.9-6.1c-2.2 1.5-5 2.3-8.3 2.3-6.4 0-11.8-4.3-13.7-10.1H2.1v6.3A24 24 0 0 0 24 48Z"
      />
      <path fill="#fbbc05" d="M10.3 28.2a14.4 14.4 0 0 1 0-9.2v-6.3H2.1a24 24 0 0 0 0 21.8l8.2-6.3Z" />
      <path
        fill="#ea4335"
        d="M24 9.5c3.6 0 6.8 1.2 9.3 3.6l7-7A23.5 23.5 0 0 0 24 0 24 24 0 0 0 2.1 12.7l8.2 6.3C12.2 13.3 17.6 9.5 24 9.5Z"
      />
    </svg>
  )
}

function FacebookMark() {
  return (
    <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
      <circle cx="12" cy="12" r="12" fill="#1877f2" />
      <path
        fill="#fff"
        d="M16.7 15.5 17.2 12h-3.3V9.8c0-1 .5-1.9 2-1.9h1.5V5s-1.4-.2-2.7-.2c-2.7 0-4.5 1.6-4.5 4.6V12h-3v3.5h3v8.4a12 12 0 0 0 3.7 0v-8.4h2.8Z"
      />
    </svg>
  )
}
