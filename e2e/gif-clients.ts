import { GiphyFetch, setServerUrl } from '@giphy/js-fetch-api'
import { GifPicker } from 'gif-picker-react'
import { Giphy } from 'gif-picker-react/providers/giphy'
import { Klipy } from 'gif-picker-react/providers/klipy'
import { Tenor } from 'gif-picker-react/providers/tenor'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'

// A page of another site with the client libraries of GIF providers. Its query has the site, the format and the locale.

const query = new URLSearchParams(location.search)
const site = query.get('site') ?? ''
const locale = query.get('locale') ?? 'en'
const KEY = 'any-key'

const providers = {
  tenor: () => Tenor(KEY, { baseUrl: `${site}/gif/tenor/v2/`, locale }),
  giphy: () => Giphy(KEY, { baseUrl: `${site}/gif/giphy/v1/`, lang: locale }),
  klipy: () => Klipy(KEY, { baseUrl: `${site}/gif/klipy/api/v1/`, locale }),
}

function show(address: string): void {
  const picture = document.createElement('img')
  picture.id = 'chosen'
  picture.src = address
  document.body.append(picture)
}

const provider = providers[(query.get('format') ?? 'tenor') as keyof typeof providers]()
const root = document.createElement('div')
document.body.append(root)
createRoot(root).render(createElement(GifPicker, { provider, onGifClick: ({ imageUrl }) => show(imageUrl) }))

setServerUrl(`${site}/gif/giphy/v1/`)
Object.assign(window, { giphyFetch: new GiphyFetch(KEY) })
