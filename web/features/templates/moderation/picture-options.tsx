import type { MemeImage } from '#contract/memes/memes.ts'
import { useIsCovered } from '../../memes/picture/covered.ts'
import { CoveredPicture } from '../../memes/picture/covered-picture.tsx'
import { PROPORTIONS } from '../../memes/picture/picture-card.tsx'
import { Thumbnail } from '../../memes/picture/thumbnail.tsx'
import styles from './template-dialogs.module.css'

export interface PictureOption {
  id: string
  name: string
  image: MemeImage
  sensitive: boolean
}

interface PictureOptionsProps {
  label: string
  options: readonly PictureOption[]
  /** `radio`: choose one; `checkbox`: choose several. */
  kind: 'radio' | 'checkbox'
  chosen: ReadonlySet<string>
  onToggle: (id: string) => void
}

/** Pictures to choose from. */
export function PictureOptions({ label, options, kind, chosen, onToggle }: PictureOptionsProps) {
  return (
    <ul className={styles.options} aria-label={label}>
      {options.map((option) => (
        <li key={option.id}>
          <label className={styles.option}>
            <OptionPicture option={option} />
            <span>{option.name}</span>
            <input type={kind} name={label} checked={chosen.has(option.id)} onChange={() => onToggle(option.id)} />
          </label>
        </li>
      ))}
    </ul>
  )
}

function OptionPicture({ option: { id, image, sensitive } }: { option: PictureOption }) {
  const isCovered = useIsCovered({ _id: id, sensitive })
  return isCovered ? (
    <CoveredPicture meme={{ image: { ...image, ...PROPORTIONS } }} className={styles.picture} />
  ) : (
    <Thumbnail image={image} className={styles.picture} />
  )
}
