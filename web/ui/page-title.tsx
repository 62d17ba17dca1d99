import { useEffect } from 'react'
import { useSite } from '../lib/site.ts'

interface PageTitleProps {
  /** Without one, the tab shows only the site's name. */
  children?: string
}

/** Sets the document title while mounted, then restores the previous one. */
export function PageTitle({ children }: PageTitleProps) {
  const { name } = useSite()
  useEffect(() => {
    const before = document.title
    document.title = children ? `${children} · ${name}` : name
    return () => {
      document.title = before
    }
  }, [children, name])
  return null
}
