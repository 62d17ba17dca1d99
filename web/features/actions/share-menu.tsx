import { Code, ExternalLink, KeyRound, Link2, Share2, Smartphone } from 'lucide-react'
import type { Meme } from '#contract/memes/memes.ts'
import { bbCode, embedCode, markdownCode } from '#contract/memes/share-codes.ts'
import { translate, useTranslation } from '../../lib/i18n.ts'
import { useSite } from '../../lib/site.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu } from '../../ui/menu.tsx'
import type { MenuEntry } from '../../ui/menu-entry.ts'
import { toast } from '../../ui/toast.ts'
import { memeUrl } from '../memes/text/meme-link.ts'
import { copyText } from './copy-picture.ts'
import { copyLink } from './offer-animation.ts'
import { canUseShareSheet, shareLinks, shareOnSheet } from './share-targets.ts'
import { useGuestLink } from './use-guest-link.tsx'

/** Ways to share a meme: the device's share sheet, links to chat services, and an embed code for other sites. */
export function ShareMenu({ meme, labeled = false }: { meme: Meme; labeled?: boolean }) {
  const { t } = useTranslation()
  const { membersOnly } = useSite()
  const guestLink = useGuestLink({ kind: 'meme', id: meme._id })
  const origin = location.origin
  const code = (label: string, text: string): MenuEntry => ({
    kind: 'action',
    label,
    icon: <Code size={20} />,
    onSelect: () => copyCode(text),
  })
  const entries: MenuEntry[] = [
    ...(canUseShareSheet()
      ? [
          {
            kind: 'action' as const,
            label: t('memes.sharing.apps'),
            icon: <Smartphone size={20} />,
            onSelect: () => void shareOnSheet(meme),
          },
        ]
      : []),
    { kind: 'action', label: t('memes.copyLink'), icon: <Link2 size={20} />, onSelect: () => copyLink(meme) },
    ...(membersOnly && meme.viewer?.isOwner
      ? [
          {
            kind: 'action' as const,
            label: t('memes.sharing.guests'),
            icon: <KeyRound size={20} />,
            onSelect: guestLink.start,
          },
        ]
      : []),
    { kind: 'line' },
    ...shareLinks(meme.name, memeUrl(meme._id)).map(
      ({ name, href }): MenuEntry => ({ kind: 'external', label: name, href, icon: <ExternalLink size={20} /> }),
    ),
    { kind: 'line' },
    code(t('memes.sharing.embed'), embedCode(meme, origin)),
    code(t('memes.sharing.markdown'), markdownCode(meme, origin)),
    code(t('memes.sharing.bbcode'), bbCode(meme, origin)),
  ]
  return (
    <>
      <Menu label={t('memes.share')} entries={entries} align="start">
        {(trigger) =>
          labeled ? (
            <Button variant="secondary" icon={<Share2 size={18} />} {...trigger}>
              {t('memes.share')}
            </Button>
          ) : (
            <IconButton variant="filled" label={t('memes.share')} icon={<Share2 size={20} />} {...trigger} />
          )
        }
      </Menu>
      {guestLink.dialog}
    </>
  )
}

function copyCode(text: string): void {
  copyText(text).then(
    () => toast.success(translate('memes.sharing.codeCopied')),
    () => toast.error(translate('memes.sharing.codeNotCopied')),
  )
}
