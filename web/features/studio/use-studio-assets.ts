import { useEffect, useMemo, useRef, useState } from 'react'
import { emojiOf } from '#contract/templates/caption-layout.ts'
import { apiBlob } from '../../lib/api.ts'
import { ApiError } from '../../lib/api-error.ts'
import { translate } from '../../lib/i18n.ts'
import { toast } from '../../ui/toast.ts'
import { decode, fetchBlob } from './load-source.ts'
import type { StudioAssets } from './stage/draw-studio.ts'
import { loadFont } from './studio-fonts.ts'
import { captionsOf, type StudioLayer } from './studio-state.ts'

/** Returns the loaded resources for drawing the layers. Those still loading are missing. */
export function useStudioAssets(layers: readonly StudioLayer[]): StudioAssets {
  const captions = captionsOf({ layers })
  const fonts = useLoaded(
    captions.map(({ font }) => font),
    loadFont,
    'studio.fontFailed',
  )
  const stickers = useLoaded(
    layers.flatMap((layer) => (layer.kind === 'sticker' ? layer.src : [])),
    loadSticker,
    'studio.stickerFailed',
  )
  const emoji = useLoaded(captions.flatMap(emojiOf), loadEmoji, 'studio.emojiFailed')
  return useMemo(() => ({ fonts, stickers, emoji }), [fonts, stickers, emoji])
}

/** Loads each key once. After a failure, retries on the next change. */
function useLoaded<K extends string, V>(
  keys: readonly K[],
  load: (key: K) => Promise<V>,
  failure: 'studio.fontFailed' | 'studio.stickerFailed' | 'studio.emojiFailed',
): ReadonlyMap<K, V> {
  const [values, setValues] = useState<ReadonlyMap<K, V>>(new Map())
  const asked = useRef(new Set<K>())
  useEffect(() => {
    for (const key of keys) {
      if (asked.current.has(key)) continue
      asked.current.add(key)
      load(key)
        .then((value) => setValues((known) => new Map([...known, [key, value]])))
        .catch(() => {
          asked.current.delete(key)
          toast.error(translate(failure))
        })
    }
  })
  return values
}

const DRAWN_PX = 512

/** Loads a sticker. An image element decodes the stickers that are drawings (SVG) or in the draft (data URLs). */
async function loadSticker(src: string): Promise<ImageBitmap> {
  const isDrawing = src.endsWith('.svg')
  if (!isDrawing && !src.startsWith('data:')) return fetchBlob(src).then(decode)
  const image = new Image()
  image.src = src
  await image.decode()
  return createImageBitmap(image, isDrawing ? { resizeWidth: DRAWN_PX, resizeHeight: DRAWN_PX } : {})
}

/** Loads an emoji picture; null if there is none. The image stays SVG, which is sharp at every size. */
async function loadEmoji(code: string): Promise<HTMLImageElement | null> {
  try {
    const url = URL.createObjectURL(await apiBlob('GET /emoji/{code}', { params: { code } }))
    const image = new Image()
    image.src = url
    await image.decode().finally(() => URL.revokeObjectURL(url))
    return image
  } catch (error) {
    if (error instanceof ApiError && [400, 404].includes(error.status)) return null
    throw error
  }
}
