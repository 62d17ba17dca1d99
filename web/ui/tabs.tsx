import { Tabs as Base } from '@base-ui/react/tabs'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import styles from './tabs.module.css'

interface TabsProps<T extends string> {
  /** Names the row for screen readers. */
  label: string
  tabs: readonly { value: T; label: string; count?: number; panel: ReactNode }[]
  value: T
  onChange: (value: T) => void
}

/** Arrow keys move between the tabs; only the shown panel is in the page. */
export function Tabs<T extends string>({ label, tabs, value, onChange }: TabsProps<T>) {
  const list = useRef<HTMLDivElement>(null)
  useActiveInSight(list, value)
  return (
    <Base.Root value={value} onValueChange={(next) => onChange(next as T)}>
      <Base.List ref={list} className={styles.list} aria-label={label} activateOnFocus>
        {tabs.map((tab) => (
          <Base.Tab key={tab.value} value={tab.value} className={styles.tab}>
            {tab.label}
            {tab.count !== undefined && <span className={styles.count}>{tab.count}</span>}
          </Base.Tab>
        ))}
        <Base.Indicator className={styles.indicator} />
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} className={styles.panel}>
          {tab.panel}
        </Base.Panel>
      ))}
    </Base.Root>
  )
}

/** A row that is wider than the screen is scrolled to its active tab; the page itself stays where it is. */
function useActiveInSight(list: { readonly current: HTMLElement | null }, value: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab has become the active one
  useLayoutEffect(() => {
    const row = list.current
    if (!row) return
    const look = () => {
      const tab = row.querySelector<HTMLElement>('[aria-selected="true"]')
      if (tab) row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2
    }
    const mark = () => {
      const left = row.scrollLeft > 1 ? 'left' : ''
      const right = row.scrollLeft + row.clientWidth < row.scrollWidth - 1 ? 'right' : ''
      row.dataset.more = [left, right].filter(Boolean).join(' ')
    }
    const update = () => {
      look()
      mark()
    }
    // Looks at once too, when the page has been laid out anyway.
    const observer = new ResizeObserver(update)
    observer.observe(row)
    row.addEventListener('scroll', mark, { passive: true })
    return () => {
      observer.disconnect()
      row.removeEventListener('scroll', mark)
    }
  }, [value])
}
