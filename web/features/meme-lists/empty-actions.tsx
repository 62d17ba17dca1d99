import { ImagePlus, Images } from 'lucide-react'
import type { ReactNode } from 'react'
import { paths } from '../../lib/paths.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { quickUpload } from '../memes/quick-upload/quick-upload-modal-state.ts'

/** Link to the home page, shown below an empty list. */
export function BrowseLink({ children }: { children: ReactNode }) {
  return (
    <ButtonLink to={paths.home} icon={<Images size={20} />}>
      {children}
    </ButtonLink>
  )
}

/** Opens quick upload; shown below an empty list of one's own memes. */
export function UploadButton({ children }: { children: ReactNode }) {
  return (
    <Button icon={<ImagePlus size={20} />} onClick={() => quickUpload.open()}>
      {children}
    </Button>
  )
}
