import { useEffect, useRef } from 'react'
import UPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import type { Language } from '#contract/languages.ts'
import { formatCompact } from '../../lib/format.ts'
import { useTheme } from '../../lib/theme.ts'
import styles from './admin.module.css'

const HEIGHT_PX = 160

interface DayPlotProps {
  /** ISO dates. */
  days: readonly string[]
  values: readonly number[]
  language: Language
}

/** Area chart of daily values. The sum is next to it for users who cannot see the chart. */
export function DayPlot({ days, values, language }: DayPlotProps) {
  const container = useRef<HTMLDivElement>(null)
  const theme = useTheme()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme's colors are read from the styles
  useEffect(() => {
    const element = container.current
    if (!element) return
    const style = getComputedStyle(element)
    const ink = style.getPropertyValue('--ink-soft')
    const accent = style.getPropertyValue('--accent')
    const grid = { stroke: style.getPropertyValue('--line'), width: 1 }
    const axis = { stroke: ink, grid, ticks: grid }
    const day = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'numeric', timeZone: 'UTC' })
    const plot = new UPlot(
      {
        width: element.clientWidth,
        height: HEIGHT_PX,
        legend: { show: false },
        cursor: { drag: { x: false, y: false } },
        tzDate: (seconds) => UPlot.tzDate(new Date(seconds * 1000), 'UTC'),
        axes: [
          { ...axis, values: (_, seconds) => seconds.map((at) => day.format(at * 1000)) },
          { ...axis, size: 56, values: (_, numbers) => numbers.map((value) => formatCompact(value, language)) },
        ],
        scales: { y: { range: (_, __, max) => [0, Math.max(1, max * 1.1)] } },
        series: [{}, { stroke: accent, fill: `color-mix(in srgb, ${accent} 20%, transparent)`, width: 2 }],
      },
      [days.map((text) => Date.parse(text) / 1000), [...values]],
      element,
    )
    const observer = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: HEIGHT_PX }))
    observer.observe(element)
    return () => {
      observer.disconnect()
      plot.destroy()
    }
  }, [days, values, language, theme])
  const sum = values.reduce((total, value) => total + value, 0)
  return (
    <>
      <strong>{formatCompact(sum, language)}</strong>
      <div ref={container} className={styles.canvas} aria-hidden="true" />
    </>
  )
}
