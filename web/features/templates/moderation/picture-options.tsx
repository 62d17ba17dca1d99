import styles from './template-dialogs.module.css'

export interface PictureOption {
  id: string
  name: string
  src: string
}

interface PictureOptionsProps {
  label: string
  options: readonly PictureOption[]
  /** One of them or some. */
  kind: 'radio' | 'checkbox'
  chosen: ReadonlySet<string>
  onToggle: (id: string) => void
}

/** Pictures to choose from. */
export function PictureOptions({ label, options, kind, chosen, onToggle }: PictureOptionsProps) {
  return (
    <ul className={styles.options} aria-label={label}>
      {options.map(({ id, name, src }) => (
        <li key={id}>
          <label className={styles.option}>
            <img src={src} alt="" loading="lazy" decoding="async" className={styles.picture} />
            <span>{name}</span>
            <input type={kind} name={label} checked={chosen.has(id)} onChange={() => onToggle(id)} />
          </label>
        </li>
      ))}
    </ul>
  )
}
