import { type HiddenLine, hiddenReasons } from '@recto/contract/hidden-text'
import { Tooltip } from 'antd'

type Props = {
  /** Zero-based. */
  readonly page: number
  readonly size: { readonly width: number; readonly height: number }
  /** CSS pixels for a point. */
  readonly scale: number
  readonly lines: readonly HiddenLine[]
}

/** Pixels: what is tiny can be pointed at all the same. */
const least = 8

/** Where a page has text that nobody sees: a quiet frame that says what it is and why. */
export function HiddenMarks({ page, size, scale, lines }: Props) {
  const here = lines.filter((line) => line.page === page)
  return here.map(({ box, text, reason }) => {
    const [left, top, right, bottom] = box
    const said = `Hidden text, ${hiddenReasons[reason]}: ${text}`
    const x = Math.max(0, Math.min(size.width - least, left * scale))
    const y = Math.max(0, Math.min(size.height - least, top * scale))
    return (
      <Tooltip key={`${box.join()} ${text}`} title={said} trigger={['hover', 'focus']}>
        <button
          type="button"
          className="hidden-mark"
          aria-label={said}
          style={{
            left: x,
            top: y,
            width: Math.max(least, Math.min(size.width - x, (right - left) * scale)),
            height: Math.max(least, Math.min(size.height - y, (bottom - top) * scale)),
          }}
        />
      </Tooltip>
    )
  })
}
