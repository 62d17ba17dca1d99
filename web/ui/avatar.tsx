import { useState } from 'react'
import styles from './avatar.module.css'
import { avatarLetter, avatarTint } from './avatar-letter.ts'

interface AvatarProps {
  name: string
  /** A path under /media/. Without one, or if it fails to load, the first letter is shown. */
  src?: string | null | undefined
  /** CSS pixels. */
  size?: number
}

/** Decorative next to a name, so it has no accessible name. */
export function Avatar({ name, src, size = 40 }: AvatarProps) {
  const [failed, setFailed] = useState<string | null>(null)
  const style = { width: size, height: size, fontSize: size * 0.42 }
  if (src && src !== failed) {
    return (
      <img
        className={styles.avatar}
        src={src}
        alt=""
        width={size}
        height={size}
        style={style}
        decoding="async"
        onError={() => setFailed(src)}
      />
    )
  }
  return (
    <span aria-hidden="true" className={styles.avatar} style={style} data-tint={avatarTint(name)}>
      {avatarLetter(name)}
    </span>
  )
}
