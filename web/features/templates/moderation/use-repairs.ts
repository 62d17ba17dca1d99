import { useEffect, useRef, useState } from 'react'
import { REPAIRS_AT_ONCE_MAX } from '#contract/limits.ts'
import { applyRepair, undoRepair } from '#contract/templates/apply-repair.ts'
import type { Repair } from '#contract/templates/template-picture.ts'
import { loadPixels, type Pixels } from './repair-pixels.ts'

/** A meme of the template with the pixels for the brush. */
export interface RepairSource {
  id: string
  url: string
}

/** Loads a picture and applies repairs to it. */
export function useRepairs(url: string, source: RepairSource | null) {
  const [pixels, setPixels] = useState<Pixels | null>(null)
  const [sourcePixels, setSourcePixels] = useState<{ of: RepairSource; pixels: Pixels } | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [repairs, setRepairs] = useState<readonly Repair[]>([])
  const befores = useRef<Uint8Array[]>([])

  useEffect(() => {
    const leaving = new AbortController()
    loadPixels(url, leaving.signal)
      .then(setPixels)
      .catch((problem: unknown) => !leaving.signal.aborted && setError(problem))
    return () => leaving.abort()
  }, [url])

  const { width, height } = pixels ?? {}
  useEffect(() => {
    if (!source || !width || !height) return
    const leaving = new AbortController()
    loadPixels(source.url, leaving.signal, { width, height })
      .then((loaded) => setSourcePixels({ of: source, pixels: loaded }))
      .catch((problem: unknown) => !leaving.signal.aborted && setError(problem))
    return () => leaving.abort()
  }, [source, width, height])

  const ready = source && sourcePixels?.of === source ? sourcePixels.pixels : undefined
  const canPaint = pixels !== null && (source === null || ready !== undefined) && repairs.length < REPAIRS_AT_ONCE_MAX
  return {
    pixels,
    error,
    repairs,
    canPaint,
    add(stroke: Pick<Repair, 'points' | 'size'>): void {
      if (!pixels || !canPaint) return
      befores.current.push(applyRepair(pixels.data, pixels, stroke, ready?.data))
      setRepairs([...repairs, { ...stroke, ...(source ? { memeId: source.id } : {}) }])
    },
    undo(): void {
      const [last, before] = [repairs.at(-1), befores.current.pop()]
      if (!pixels || !last || !before) return
      undoRepair(pixels.data, pixels, last, before)
      setRepairs(repairs.slice(0, -1))
    },
  }
}
