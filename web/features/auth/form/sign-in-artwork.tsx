import type { ReactNode } from 'react'
import styles from './sign-in-artwork.module.css'

/** Decorative SVG of a wall with pictures. */
export function SignInArtwork({ className }: { className: string }) {
  return (
    <div className={`${styles.wall} ${className}`} aria-hidden="true">
      <svg aria-hidden="true" viewBox="0 0 800 1000" className={styles.art}>
        <Picture x={92} y={170} width={310} height={250} tilt={-2.5} mat="paper">
          <Cat />
        </Picture>
        <Picture x={462} y={120} width={236} height={306} tilt={1.8} mat="mint">
          <Chart />
        </Picture>
        <Picture x={146} y={500} width={216} height={290} tilt={1.6} mat="sun">
          <TwoPanels />
        </Picture>
        <Picture x={436} y={510} width={300} height={250} tilt={-7} mat="paper">
          <Grin />
        </Picture>
        <Visitor />
      </svg>
    </div>
  )
}

interface PictureProps {
  x: number
  y: number
  width: number
  height: number
  /** In degrees. */
  tilt: number
  mat: 'paper' | 'mint' | 'sun'
  children: ReactNode
}

const FRAME = 13

/** A framed picture. Its content uses a 200 × 160 canvas. */
function Picture({ x, y, width, height, tilt, mat, children }: PictureProps) {
  const middle = x + width / 2
  const scale = Math.min((width - 2 * FRAME) / 200, (height - 2 * FRAME) / 160)
  return (
    <>
      <path
        d={`M${middle - width * 0.28} ${y + 6}L${middle} ${y - 46}L${middle + width * 0.28} ${y + 6}`}
        className={styles.string}
      />
      <circle cx={middle} cy={y - 47} r="6" className={styles.nail} />
      <g transform={`rotate(${tilt} ${middle} ${y})`}>
        <rect x={x + 7} y={y + 14} width={width} height={height} rx="10" className={styles.shadow} />
        <rect x={x} y={y} width={width} height={height} rx="9" className={styles.frame} />
        <rect
          x={x + FRAME}
          y={y + FRAME}
          width={width - 2 * FRAME}
          height={height - 2 * FRAME}
          rx="2"
          className={styles[mat]}
        />
        <g transform={`translate(${middle - 100 * scale} ${y + height / 2 - 80 * scale}) scale(${scale})`}>
          {children}
        </g>
      </g>
    </>
  )
}

/** A cat that looks unimpressed. */
function Cat() {
  return (
    <>
      <path d="M48 160V74l-8-40 34 20h52l34-20-8 40v86Z" className={styles.dark} />
      <ellipse cx="78" cy="92" rx="13" ry="10" className={styles.sunFill} />
      <ellipse cx="122" cy="92" rx="13" ry="10" className={styles.sunFill} />
      <path d="M63 84h30M107 84h30" className={styles.lid} />
      <circle cx="78" cy="94" r="5" className={styles.dark} />
      <circle cx="122" cy="94" r="5" className={styles.dark} />
      <path d="M94 108h12l-6 7Z" className={styles.chiliFill} />
      <path d="M88 124q12-7 24 0" className={styles.paperLine} />
      <path d="M36 104l28 4M36 120l28-4M164 104l-28 4M164 120l-28-4" className={styles.paperLine} />
    </>
  )
}

/** A chart that rises, then falls. */
function Chart() {
  return (
    <>
      <path d="M28 6v150h150" className={styles.inkLine} />
      <path d="m34 138 30-22 24 10 30-52 22 12 20-68" className={styles.chiliLine} />
      <path d="m144 24 16-8 4 18" className={styles.chiliLine} />
      <circle cx="72" cy="52" r="22" className={styles.sunFill} />
      <circle cx="65" cy="48" r="3" className={styles.dark} />
      <circle cx="79" cy="48" r="3" className={styles.dark} />
      <path d="M61 57q11 10 22 0" className={styles.inkThin} />
    </>
  )
}

/** Two panels: a rejected option above, an approved one below. */
function TwoPanels() {
  return (
    <>
      <path d="M10 80h180" className={styles.inkThin} />
      <g>
        <circle cx="52" cy="30" r="30" className={styles.paper} />
        <path d="M40 24h9M57 24h9M43 46q10-9 20 0" className={styles.inkThin} />
        <path d="m112 12 46 38m0-38-46 38" className={styles.chiliLine} />
      </g>
      <g transform="translate(0 98)">
        <circle cx="52" cy="30" r="30" className={styles.mint} />
        <path d="M38 26q6-8 12 0M56 26q6-8 12 0" className={styles.inkThin} />
        <path d="M38 36h30a15 14 0 0 1-30 0Z" className={styles.dark} />
        <path d="m108 34 18 18 36-42" className={styles.mintLine} />
      </g>
    </>
  )
}

/** The grin from the logo. */
function Grin() {
  return (
    <>
      <circle cx="66" cy="54" r="13" className={styles.dark} />
      <circle cx="134" cy="54" r="13" className={styles.dark} />
      <path d="M112 22q20-14 42 2" className={styles.inkLine} />
      <path d="M44 92h112a56 48 0 0 1-112 0Z" className={styles.dark} />
      <path d="M72 129a40 34 0 0 1 56 0 56 48 0 0 1-56 0Z" className={styles.chiliFill} />
    </>
  )
}

/** A small visitor at the bottom edge. */
function Visitor() {
  return (
    <g transform="translate(360 800)">
      <path d="M8 160q-8-96 36-96t36 96Z" className={styles.coat} />
      <circle cx="44" cy="36" r="30" className={styles.skin} />
      <path d="M14 36q-4-38 30-38t30 38q-10-18-30-18t-30 18Z" className={styles.hair} />
      <path d="M74 92q26-2 34-34" className={styles.arm} />
      <rect x="98" y="26" width="22" height="36" rx="4" transform="rotate(14 109 44)" className={styles.phone} />
    </g>
  )
}
