import { type HiddenLine, hiddenReasons } from '@recto/contract/hidden-text'
import { Tooltip } from 'antd'
import './hidden-marks.css'
import { placeOnPage, type SheetSize } from './place-on-page.ts'

type Props = {
  /** Zero-based. */
  readonly page: number
  readonly size: SheetSize
  readonly lines: readonly HiddenLine[]
}

/** Where a page has text that nobody sees: a quiet frame that says what it is and why. */
export function HiddenMarks({ page, size, lines }: Props) {
  const here = lines.filter((line) => line.page === page)
  return here.map(({ box, text, reason }) => {
    const said = `Hidden text, ${hiddenReasons[reason]}: ${text}`
    return (
      <Tooltip key={`${box.join()} ${text}`} title={said} trigger={['hover', 'focus']}>
        <button
          type="button"
          className="hidden-mark"
          aria-label={said}
          style={placeOnPage(clip(box, size), size)}
        />
      </Tooltip>
    )
  })
}

/** Points of a page: what lies beside it is pointed out at its edge. */
const least = 8

function clip([x0, y0, x1, y1]: HiddenLine['box'], { width, height }: SheetSize) {
  const within = (value: number, most: number) => Math.max(0, Math.min(most, value))
  const [left, top] = [within(x0, width - least), within(y0, height - least)]
  return [left, top, within(x1, width), within(y1, height)] as const
}
