import { Button } from './button.tsx'
import styles from './secret-once.module.css'
import { toast } from './toast.ts'

interface SecretOnceProps {
  label: string
  /** A note that the secret is shown only once. */
  text: string
  secret: string
  copy: string
  copied: string
}

/** A new secret with a button that copies it. */
export function SecretOnce({ label, text, secret, copy, copied }: SecretOnceProps) {
  const copySecret = () =>
    navigator.clipboard.writeText(secret).then(
      () => toast.success(copied),
      (error: unknown) => toast.error(error),
    )
  return (
    <section className={styles.secret} aria-label={label}>
      <p role="status">{text}</p>
      <code>{secret}</code>
      <Button size="sm" onClick={() => void copySecret()}>
        {copy}
      </Button>
    </section>
  )
}
