import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import styles from './tabs.module.css'

interface TabsProps<T extends string> {
  /** Accessible name of the row. */
  label: string
  tabs: readonly { value: T; label: string; count?: number; panel: ReactNode }[]
  value: T
  onChange: (value: T) => void
}

/**
 * Tabs, selected by arrow keys, Home and End. Only the active panel is rendered. Custom, because the library's version forces a
 * reflow while rendering.
 */
export function Tabs<T extends string>({ label, tabs, value, onChange }: TabsProps<T>) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  useActiveTabShown(list, value)
  const choose = (index: number) => {
    const tab = tabs.at(index % tabs.length)
    if (!tab) return
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[tabs.indexOf(tab)]?.focus()
    if (tab.value !== value) onChange(tab.value)
  }
  const keys = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const active = tabs.findIndex((tab) => tab.value === value)
    const targets: Record<string, number> = { ArrowLeft: active - 1, ArrowRight: active + 1, Home: 0, End: -1 }
    const target = targets[event.key]
    if (target === undefined) return
    event.preventDefault()
    choose(target)
  }
  return (
    <>
      <div ref={list} role="tablist" className={styles.list} aria-label={label} onKeyDown={keys}>
        {tabs.map((tab, index) => {
          const isActive = tab.value === value
          return (
            <button
              key={tab.value}
              id={`${id}${tab.value}`}
              type="button"
              role="tab"
              className={styles.tab}
              aria-selected={isActive}
              aria-controls={isActive ? `${id}panel` : undefined}
              data-active={isActive || undefined}
              tabIndex={isActive ? 0 : -1}
              onClick={() => choose(index)}
            >
              {tab.label}
              {tab.count !== undefined && <span className={styles.count}>{tab.count}</span>}
            </button>
          )
        })}
        <span className={styles.indicator} />
      </div>
      {tabs.map(
        (tab) =>
          tab.value === value && (
            <div
              key={tab.value}
              id={`${id}panel`}
              role="tabpanel"
              aria-labelledby={`${id}${tab.value}`}
              // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel with nothing to focus is reached by keyboard too
              tabIndex={0}
              className={styles.panel}
            >
              {tab.panel}
            </div>
          ),
      )}
    </>
  )
}

/**
 * Positions the underline of the active tab and scrolls a wide row to it, without scrolling the page. Measures only after layout,
 * so it never forces a reflow.
 */
function useActiveTabShown(list: { readonly current: HTMLElement | null }, value: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab has become the active one
  useLayoutEffect(() => {
    const row = list.current
    if (!row) return
    const mark = () => {
      const left = row.scrollLeft > 1 ? 'left' : ''
      const right = row.scrollLeft + row.clientWidth < row.scrollWidth - 1 ? 'right' : ''
      row.dataset.more = [left, right].filter(Boolean).join(' ')
    }
    const show = () => {
      const tab = row.querySelector<HTMLElement>('[aria-selected="true"]')
      if (!tab) return
      const { offsetLeft: left, offsetWidth: width } = tab
      row.scrollLeft = left - (row.clientWidth - width) / 2
      mark()
      row.style.setProperty('--active-tab-left', `${left}px`)
      row.style.setProperty('--active-tab-width', `${width}px`)
    }
    // The observer also fires at once.
    const observer = new ResizeObserver(show)
    observer.observe(row)
    for (const tab of row.querySelectorAll('[role="tab"]')) observer.observe(tab)
    row.addEventListener('scroll', mark, { passive: true })
    return () => {
      observer.disconnect()
      row.removeEventListener('scroll', mark)
    }
  }, [value])
}
