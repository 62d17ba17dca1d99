import type { ReactNode } from 'react'
import type { SessionUser } from '../../lib/stored-session.ts'
import type { Translate } from '../../lib/translator.ts'
import { AccessTokens } from '../auth/access-tokens/access-tokens.tsx'
import { PasskeySection } from '../auth/passkeys/passkey-section.tsx'
import { SecondFactorSection } from '../auth/second-factor/second-factor-section.tsx'
import { ChangePasswordForm } from '../auth/sign-in-data/change-password-form.tsx'
import { DeleteAccount } from '../auth/sign-in-data/delete-account.tsx'
import { SecurityEvents } from '../auth/sign-in-data/security-events.tsx'
import { SessionList } from '../auth/sign-in-data/session-list.tsx'
import { SignInDetails } from '../auth/sign-in-data/sign-in-details.tsx'
import { OwnFollowers, OwnFollowing } from '../follows/own-follows.tsx'
import { StoragePanel } from '../memes/storage/storage-panel.tsx'
import { DataExport } from '../privacy/data-export.tsx'
import { HiddenLists } from '../users/hidden-lists.tsx'
import { PreferencesPanel } from '../users/preferences/preferences-panel.tsx'
import { ProfileForm } from '../users/profile-form.tsx'
import styles from './account-screen.module.css'

interface AccountTab {
  value: string
  label: string
  count?: number
  panel: ReactNode
}

/** Returns the account page's tabs, left to right. Suspended members only get tabs with calls that the server allows them. */
export function accountTabs(t: Translate, user: SessionUser): AccountTab[] {
  const preferences = {
    value: 'preferences',
    label: t('account.tab.preferences'),
    panel: (
      <div className={styles.panel}>
        {!user.suspension && <PreferencesPanel user={user} />}
        {!user.suspension && <StoragePanel userId={user.userId} />}
        <DataExport userId={user.userId} />
        <DeleteAccount />
      </div>
    ),
  }
  if (user.suspension) return [preferences]
  return [
    {
      value: 'profile',
      label: t('account.tab.profile'),
      panel: (
        <div className={styles.panel}>
          <ProfileForm user={user} />
          <SignInDetails user={user} />
        </div>
      ),
    },
    {
      value: 'password',
      label: t('account.tab.password'),
      panel: (
        <div className={styles.panel}>
          <ChangePasswordForm user={user} />
          <PasskeySection />
          <SecondFactorSection />
          <SessionList />
          <AccessTokens />
          <SecurityEvents />
        </div>
      ),
    },
    preferences,
    {
      value: 'followers',
      label: t('follows.tab.followers'),
      count: user.stats.followersCount,
      panel: <OwnFollowers />,
    },
    {
      value: 'following',
      label: t('follows.tab.following'),
      count: user.stats.followingCount,
      panel: <OwnFollowing />,
    },
    { value: 'hidden', label: t('account.hidden.title'), panel: <HiddenLists userId={user.userId} /> },
  ]
}
