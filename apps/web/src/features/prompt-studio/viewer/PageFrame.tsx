import type { ReactNode } from 'react'
import type { Mark } from '../outputs/marks.ts'
import { Bands } from './Bands.tsx'
import type { PlacedPage } from './page-layout.ts'

type Props = {
  readonly page: PlacedPage
  readonly scale: number
  readonly marks: readonly Mark[]
  /** The drawing of the page. */
  readonly children: ReactNode
}

/** One sheet with its bands. */
export function PageFrame({ page, scale, marks, children }: Props) {
  return (
    <div
      className="pdf-page"
      style={{ top: page.top, width: page.width, height: page.height }}
      data-page={page.index + 1}
    >
      {children}
      <Bands page={page.index} scale={scale} marks={marks} />
    </div>
  )
}
