import type { HiddenLine } from '@recto/contract/prompt-studio/hidden-text'
import type { ReactNode } from 'react'
import { HiddenMarks } from '../../../shared/pages/HiddenMarks.tsx'
import type { Highlight } from '../outputs/highlights.ts'
import { PageHighlights } from './PageHighlights.tsx'
import type { PositionedPage } from './page-layout.ts'

type Props = {
  readonly page: PositionedPage
  readonly scale: number
  readonly highlights: readonly Highlight[]
  /** Lines of text on the page that are not visible. */
  readonly hiddenLines: readonly HiddenLine[]
  /** The rendered page. */
  readonly children: ReactNode
}

/** A page with its highlights. */
export function PageFrame({ page, scale, highlights, hiddenLines, children }: Props) {
  return (
    <div
      className="pdf-page"
      style={{ top: page.top, width: page.width, height: page.height }}
      data-page={page.index + 1}
    >
      {children}
      <PageHighlights page={page.index} scale={scale} highlights={highlights} />
      <HiddenMarks page={page.index} size={toPointSize(page, scale)} lines={hiddenLines} />
    </div>
  )
}

/** Converts the page's size from CSS pixels to points. */
const toPointSize = ({ width, height }: PositionedPage, scale: number) => ({
  width: width / scale,
  height: height / scale,
})
