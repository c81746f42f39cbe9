import type { HiddenLine } from '@recto/contract/hidden-text'
import type { ReactNode } from 'react'
import { HiddenMarks } from '../../../shared/pages/HiddenMarks.tsx'
import type { Mark } from '../outputs/marks.ts'
import { Bands } from './Bands.tsx'
import type { PlacedPage } from './page-layout.ts'

type Props = {
  readonly page: PlacedPage
  readonly scale: number
  readonly marks: readonly Mark[]
  /** What nobody sees. */
  readonly hidden: readonly HiddenLine[]
  /** The drawing of the page. */
  readonly children: ReactNode
}

/** One sheet with its bands. */
export function PageFrame({ page, scale, marks, hidden, children }: Props) {
  return (
    <div
      className="pdf-page"
      style={{ top: page.top, width: page.width, height: page.height }}
      data-page={page.index + 1}
    >
      {children}
      <Bands page={page.index} scale={scale} marks={marks} />
      <HiddenMarks page={page.index} size={sizeOf(page, scale)} lines={hidden} />
    </div>
  )
}

/** In points. */
const sizeOf = ({ width, height }: PlacedPage, scale: number) => ({
  width: width / scale,
  height: height / scale,
})
