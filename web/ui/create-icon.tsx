import { type ComponentPropsWithRef, createElement } from 'react'

interface IconData {
  name: string
  node: readonly (readonly [tag: string, attributes: Record<string, string>])[]
}

type IconProps = Omit<ComponentPropsWithRef<'svg'>, 'width' | 'height'> & { size?: number | string }

/**
 * Replaces the function of lucide-react with which each icon creates its component (`tools/scripts/slim-icons.ts`). That one reads a
 * context, merges lists of classes, and converts all attributes at each render. The shapes are created once per icon.
 */
// biome-ignore lint/style/noDefaultExport: the icons of lucide-react import it so.
export default function createIcon({ name, node }: IconData) {
  const shapes = node.map(([tag, attributes]) => createElement(tag, attributes))
  const ownClass = `lucide lucide-${name}`
  return function Icon({ size = 24, className, ...rest }: IconProps) {
    return (
      // biome-ignore lint/a11y/noSvgWithoutTitle: decorative, unless the caller names it.
      <svg
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={2}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden={isNamed(rest) ? undefined : 'true'}
        className={className ? `${ownClass} ${className}` : ownClass}
        {...rest}
      >
        {shapes}
      </svg>
    )
  }
}

const isNamed = (props: IconProps) => props['aria-label'] !== undefined || props.role !== undefined
