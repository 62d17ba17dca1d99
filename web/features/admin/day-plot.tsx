import { useEffect, useRef } from 'react'
import UPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import type { Language } from '#contract/languages.ts'
import { formatCompact, formatSpace } from '../../lib/format.ts'
import { useTheme } from '../../lib/theme.ts'
import styles from './admin.module.css'
import { ticksFor } from './ticks.ts'

const HEIGHT_PX = 160

interface DayPlotProps {
  /** ISO dates. */
  days: readonly string[]
  values: readonly number[]
  kind: 'count' | 'bytes'
  language: Language
}

const FORMATS = { count: formatCompact, bytes: formatSpace }

/** Area chart of daily values. The sum is next to it for users who cannot see the chart. */
export function DayPlot({ days, values, kind, language }: DayPlotProps) {
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
    const ticks = ticksFor(Math.max(0, ...values), kind)
    const plot = new UPlot(
      {
        width: element.clientWidth,
        height: HEIGHT_PX,
        // Room for the top label.
        padding: [10, null, null, null],
        legend: { show: false },
        cursor: { drag: { x: false, y: false } },
        tzDate: (seconds) => UPlot.tzDate(new Date(seconds * 1000), 'UTC'),
        axes: [
          { ...axis, values: (_, seconds) => seconds.map((at) => day.format(at * 1000)) },
          {
            ...axis,
            size: 64,
            splits: () => ticks,
            values: (_, numbers) => numbers.map((value) => FORMATS[kind](value, language)),
          },
        ],
        scales: { y: { range: () => [0, ticks.at(-1) ?? 1] } },
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
  }, [days, values, kind, language, theme])
  const sum = values.reduce((total, value) => total + value, 0)
  return (
    <>
      <strong>{FORMATS[kind](sum, language)}</strong>
      <div ref={container} className={styles.canvas} aria-hidden="true" />
    </>
  )
}
