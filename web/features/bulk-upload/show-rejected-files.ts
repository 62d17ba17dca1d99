import { translate } from '../../lib/i18n.ts'
import { toast } from '../../ui/toast.ts'
import type { RejectedFiles } from './selection.ts'

/** With more names than this, a toast shows a count. */
const NAMED_MAX = 3

/** Shows why files were rejected. */
export function showRejectedFiles({ notImages, tooLarge, tooMany }: RejectedFiles): void {
  toastEach(notImages, 'bulk.notImage', 'bulk.moreNotImages')
  toastEach(tooLarge, 'bulk.tooLarge', 'bulk.moreTooLarge')
  if (tooMany) toast.info(translate('bulk.tooMany'), { id: 'bulk too many' })
}

function toastEach(fileNames: string[], key: string, moreKey: string): void {
  for (const fileName of fileNames.slice(0, NAMED_MAX)) toast.error(translate(key, { fileName }))
  const more = fileNames.length - NAMED_MAX
  if (more > 0) toast.error(translate(moreKey, { count: more }))
}
