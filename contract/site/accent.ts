type Rgb = readonly [number, number, number]

const WHITE: Rgb = [255, 255, 255]
const BLACK: Rgb = [0, 0, 0]
/** WCAG 2 AA for text of any size. */
export const TEXT_CONTRAST_MIN = 4.5
/** Margin for rounding color channels to whole numbers. */
const ROUNDING = 0.1

/** The background behind the accent in each theme, see web/ui/tokens.css. */
const LIGHT_PAPER: Rgb = [0xf2, 0xea, 0xdd]
const DARK_PAPER: Rgb = [0x3a, 0x32, 0x2b]

/** Contrast ratio of two colors `#rrggbb` (WCAG 2), from 1 to 21. */
export const contrastOf = (one: string, other: string): number => contrast(rgbOf(one), rgbOf(other))

/** Returns true if white text is readable on this color `#rrggbb`. */
export const carriesWhiteText = (color: string): boolean => contrast(rgbOf(color), WHITE) >= TEXT_CONTRAST_MIN

/** Derives the custom properties of web/ui/tokens.css for each theme from one color `#rrggbb` that carries white text. */
export function accentTokens(color: string): Record<'light' | 'dark', Record<string, string>> {
  const accent = rgbOf(color)
  const soft = mix(WHITE, accent, 0.14)
  const bright = until((share) => mix(accent, WHITE, share), DARK_PAPER)
  const softDark = mix([0x1f, 0x1a, 0x16], bright, 0.22)
  return {
    light: tokens({
      accent,
      'accent-hover': mix(accent, BLACK, 0.14),
      'accent-text': until((share) => mix(accent, BLACK, share), LIGHT_PAPER, soft),
      'accent-soft': soft,
      'on-accent': WHITE,
    }),
    dark: tokens({
      accent: bright,
      'accent-hover': mix(bright, WHITE, 0.16),
      'accent-text': until((share) => mix(bright, WHITE, share), DARK_PAPER, softDark),
      'accent-soft': softDark,
      'on-accent': mix(accent, BLACK, 0.86),
    }),
  }
}

/** The same tokens as a style sheet. It overrides tokens.css by specificity, so it may be loaded first. */
export function accentStyle(color: string): string {
  const { light, dark } = accentTokens(color)
  const block = (values: Record<string, string>) =>
    Object.entries(values)
      .map(([name, value]) => `${name}:${value}`)
      .join(';')
  return `:root:root{${block(light)}}:root:root[data-theme='dark']{${block(dark)}}`
}

const tokens = (colors: Record<string, Rgb>) =>
  Object.fromEntries(Object.entries(colors).map(([name, value]) => [`--${name}`, hexOf(value)]))

/** The first of increasingly strong shades that is readable on all these backgrounds. */
function until(shade: (share: number) => Rgb, ...behind: Rgb[]): Rgb {
  for (let share = 0; share < 1; share += 0.04) {
    const color = shade(share)
    if (behind.every((paper) => contrast(color, paper) >= TEXT_CONTRAST_MIN + ROUNDING)) return color
  }
  return shade(1)
}

function contrast(one: Rgb, other: Rgb): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(color: Rgb): number {
  const [red = 0, green = 0, blue = 0] = color.map((value) => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const mix = (from: Rgb, to: Rgb, share: number): Rgb => [
  from[0] + (to[0] - from[0]) * share,
  from[1] + (to[1] - from[1]) * share,
  from[2] + (to[2] - from[2]) * share,
]

function rgbOf(color: string): Rgb {
  const value = Number.parseInt(color.slice(1), 16)
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255]
}

const hexOf = (color: Rgb): string =>
  `#${color.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`
