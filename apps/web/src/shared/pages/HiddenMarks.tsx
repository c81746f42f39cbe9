import { type HiddenLine, hiddenReasons } from '@recto/contract/prompt-studio/hidden-text'
import { Tooltip } from 'antd'
import './hidden-marks.css'
import { boxStyle, type SheetSize } from './box-style.ts'

type Props = {
  /** Zero-based page index. */
  readonly page: number
  readonly size: SheetSize
  readonly lines: readonly HiddenLine[]
}

/** Frames around hidden text on a page, which show the text and why it is hidden. */
export function HiddenMarks({ page, size, lines }: Props) {
  const pageLines = lines.filter((line) => line.page === page)
  return pageLines.map(({ box, text, reason }) => {
    const label = `Hidden text, ${hiddenReasons[reason]}: ${text}`
    return (
      <Tooltip key={`${box.join()} ${text}`} title={label} trigger={['hover', 'focus']}>
        <button
          type="button"
          className="hidden-mark"
          aria-label={label}
          style={boxStyle(clip(box, size), size)}
        />
      </Tooltip>
    )
  })
}

/** Minimum size of a frame in points; text next to the page is marked at its edge. */
const minSize = 8

function clip([x0, y0, x1, y1]: HiddenLine['box'], { width, height }: SheetSize) {
  const clamp = (value: number, max: number) => Math.max(0, Math.min(max, value))
  const left = clamp(x0, width - minSize)
  const top = clamp(y0, height - minSize)
  return [left, top, clamp(x1, width), clamp(y1, height)] as const
}
