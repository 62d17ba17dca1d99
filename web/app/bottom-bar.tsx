import { House, Images, Plus, Search } from 'lucide-react'
import { quickUpload } from '../features/memes/quick-upload/quick-upload-modal-state.ts'
import { useTranslation } from '../lib/i18n.ts'
import { paths } from '../lib/paths.ts'
import { Link, NavLink, useLocation } from '../lib/router.tsx'
import { Face } from './account-menu.tsx'
import styles from './bottom-bar.module.css'

/** Navigation bar for phones, within reach of the thumb. CSS hides it on larger screens. */
export function BottomBar() {
  const { t } = useTranslation()
  const { pathname, search } = useLocation()
  const isHome = pathname === paths.home
  const isSearch = isHome && Boolean(new URLSearchParams(search).get('search'))
  return (
    <nav className={styles.bar} aria-label={t('common.nav.quick')} data-bar>
      <Link to={paths.home} className={styles.tab} aria-current={isHome && !isSearch ? 'page' : undefined}>
        <House size={22} />
        {t('common.nav.homeTab')}
      </Link>
      <button type="button" className={styles.tab} aria-current={isSearch ? 'page' : undefined} onClick={focusSearch}>
        <Search size={22} />
        {t('common.search.submit')}
      </button>
      <button
        type="button"
        className={styles.tab}
        aria-label={t('common.nav.uploadTab')}
        onClick={() => quickUpload.open()}
      >
        <span className={styles.plus}>
          <Plus size={24} />
        </span>
      </button>
      <NavLink to={paths.myMemes} className={styles.tab ?? ''}>
        <Images size={22} />
        {t('common.nav.myMemesTab')}
      </NavLink>
      <NavLink to={paths.me} className={styles.tab ?? ''}>
        <Face size={24} />
        {t('common.nav.me')}
      </NavLink>
    </nav>
  )
}

const focusSearch = () => document.querySelector<HTMLInputElement>('[role="search"] [role="combobox"]')?.focus()
