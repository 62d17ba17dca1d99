import type { ReactNode } from 'react'
import { FrameFace } from './frame-face.tsx'
import styles from './message-screen.module.css'

interface MessageScreenProps {
  mood: 'grin' | 'asleep' | 'puzzled' | 'broken'
  /** Large, short text such as a status number. */
  sign?: string
  title: string
  text: string
  /** Small print below the text. */
  note?: string | undefined
  /** Facts to read before the actions. */
  details?: ReactNode
  /** Set it inside a main landmark. */
  isInMain?: boolean
  children: ReactNode
}

/** A full-page message with actions. */
export function MessageScreen({
  mood,
  sign,
  title,
  text,
  note,
  details,
  isInMain = false,
  children,
}: MessageScreenProps) {
  const Frame = isInMain ? 'div' : 'main'
  return (
    <Frame className={styles.screen}>
      <FrameFace mood={mood} className={styles.picture} />
      {sign && (
        <p className={styles.sign} aria-hidden="true">
          {sign}
        </p>
      )}
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.text}>{text}</p>
      {note && <p className={styles.note}>{note}</p>}
      {details && <div className={styles.details}>{details}</div>}
      <div className={styles.actions}>{children}</div>
    </Frame>
  )
}
