import { useEffect, useState } from 'react'

let draw: ((hash: string) => string) | undefined

/** Returns the blurred picture as a data URL. Its decoder loads lazily and runs when the page is idle; undefined until then. */
export function useBlurredPicture(hash: string, wanted: boolean): string | undefined {
  const [blur, setBlur] = useState<string>()
  useEffect(() => {
    if (!wanted || blur !== undefined) return
    let isWanted = true
    const show = async () => {
      draw ??= (await import('./blurred-picture.ts')).blurredPicture
      if (isWanted) setBlur(draw(hash))
    }
    // The average color is an acceptable fallback.
    const start = () => void show().catch(() => undefined)
    if (typeof requestIdleCallback !== 'function') {
      const timer = setTimeout(start, 50)
      return () => {
        isWanted = false
        clearTimeout(timer)
      }
    }
    const idle = requestIdleCallback(start, { timeout: 300 })
    return () => {
      isWanted = false
      cancelIdleCallback(idle)
    }
  }, [hash, wanted, blur])
  return blur
}
