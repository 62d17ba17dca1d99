import { useEffect, useRef } from 'react'
import type { SourceType } from '#contract/memes/actions.ts'
import { recordActionQuietly } from './record-action.ts'

/**
 * Records one view for each displayed meme.
 * @param memeId null until the meme is displayed
 */
export function useRecordedView(memeId: string | null, sourceType: SourceType): void {
  const recorded = useRef<string | null>(null)
  useEffect(() => {
    if (memeId === null || recorded.current === memeId) return
    recorded.current = memeId
    recordActionQuietly({ memeId, action: 'view', sourceType })
  }, [memeId, sourceType])
}
