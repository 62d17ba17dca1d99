import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { startTexts } from './lib/i18n.ts'
import { currentSession } from './lib/session.ts'
import { startTheme } from './lib/theme.ts'

startTheme()
await startTexts(currentSession().user?.preferences.contentLanguage)

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}
