import { Keyboard } from 'lucide-react'
import { showShortcutHelp } from '../features/shortcuts/shortcut-help-state.ts'
import { useTranslation } from '../lib/i18n.ts'
import type { PopupProps } from '../ui/menu-entry.ts'
import { MenuPopup } from '../ui/menu-popup.tsx'
import { useExploreEntries, useLogOutEntries, useOwnEntries, useSettingsEntries } from './account-entries.tsx'

/** Members get their account and logout, visitors login and register; both get language and theme. */
export function AccountPopup(props: PopupProps) {
  const { t } = useTranslation()
  const entries = [
    ...useOwnEntries(),
    ...useLogOutEntries(),
    { kind: 'line' } as const,
    ...useSettingsEntries(),
    { kind: 'line' } as const,
    {
      kind: 'action',
      label: t('common.shortcuts'),
      icon: <Keyboard size={20} />,
      onSelect: showShortcutHelp,
    } as const,
  ]
  return <MenuPopup {...props} entries={entries} />
}

export function ExplorePopup(props: PopupProps) {
  return <MenuPopup {...props} entries={useExploreEntries()} />
}
