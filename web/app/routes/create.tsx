import { useMemo } from 'react'
import type { StudioSource } from '../../features/studio/load-source.ts'
import { StudioScreen } from '../../features/studio/studio-screen.tsx'
import { useSearchParams } from '../../lib/router.tsx'

export function CreateRoute() {
  const [query] = useSearchParams()
  const [template, meme] = [query.get('template'), query.get('meme')]
  const source = useMemo((): StudioSource | null => {
    if (template) return { kind: 'template', id: template }
    return meme ? { kind: 'meme', id: meme } : null
  }, [template, meme])
  return <StudioScreen key={`${template} ${meme}`} source={source} />
}
