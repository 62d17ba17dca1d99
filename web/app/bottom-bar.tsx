import { House, Search, SquarePlus, TrendingUp } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router'
import { quickUpload } from '../features/memes/quick-upload/quick-upload-modal-state.ts'
import { paths } from '../lib/paths.ts'
import { AccountTab } from './account-menu.tsx'
import styles from './bottom-bar.module.css'

/** Navigation bar for phones, within reach of the thumb. CSS hides it on larger screens. */
export function BottomBar() {
  const { t } = useTranslation()
  return (
    <nav className={styles.bar} aria-label={t('common.nav.quick')} data-menus>
      <NavLink to={paths.home} end className={styles.tab ?? ''}>
        <House size={22} />
        {t('common.nav.homeTab')}
      </NavLink>
      <button type="button" className={styles.tab} onClick={focusSearch}>
        <Search size={22} />
        {t('common.search.submit')}
      </button>
      <button type="button" className={styles.tab} data-upload onClick={() => quickUpload.open()}>
        <SquarePlus size={22} />
        {t('common.nav.uploadTab')}
      </button>
      <NavLink to={paths.trending()} className={styles.tab ?? ''}>
        <TrendingUp size={22} />
        {t('common.nav.trendingTab')}
      </NavLink>
      <AccountTab className={styles.tab ?? ''} />
    </nav>
  )
}

const focusSearch = () => document.querySelector<HTMLInputElement>('[role="search"] [role="combobox"]')?.focus()
