import buttonStyles from '../ui/button.module.css'
import type { ButtonVariant } from '../ui/button.tsx'

type Content = Node | string | false | undefined

/** @param content false and undefined add nothing */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  className: string | undefined,
  ...content: Content[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name)
  if (className) made.className = className
  made.append(...content.filter((part) => part !== false && part !== undefined))
  return made
}

const SVG = 'http://www.w3.org/2000/svg'

/** A placeholder for an icon, which is part of the application. */
export function icon(size: number): SVGElement {
  const made = document.createElementNS(SVG, 'svg')
  made.setAttribute('width', String(size))
  made.setAttribute('height', String(size))
  return made
}

/** A button that does nothing until the application replaces it. */
export const button = (variant: ButtonVariant, look: string, ...content: Content[]): HTMLElement =>
  element('span', `${buttonStyles.button} ${buttonStyles[variant]} ${look}`, ...content)

export const link = (href: string, className: string | undefined, ...content: Content[]): HTMLAnchorElement =>
  Object.assign(element('a', className, ...content), { href })
