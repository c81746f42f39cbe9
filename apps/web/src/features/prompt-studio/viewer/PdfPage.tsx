import { memo, useState } from 'react'
import { Page } from 'react-pdf'
import { useDebounced } from '../../../shared/use-debounced.ts'
import type { Mark } from '../outputs/marks.ts'
import { Bands } from './Bands.tsx'
import type { PlacedPage } from './page-layout.ts'

const SCALE_REST_MS = 120

type Props = {
  readonly page: PlacedPage
  readonly scale: number
  readonly marks: readonly Mark[]
}

/** One sheet with its bands. */
export function PdfPage({ page, scale, marks }: Props) {
  return (
    <div
      className="pdf-page"
      style={{ top: page.top, width: page.width, height: page.height }}
      data-page={page.index + 1}
    >
      <Sheet index={page.index} scale={scale} />
      <Bands page={page.index} scale={scale} marks={marks} />
    </div>
  )
}

type SheetProps = { readonly index: number; readonly scale: number }

/** The old drawing is stretched until the new one is there, so that a change of scale never blinks. */
const Sheet = memo(function Sheet({ index, scale }: SheetProps) {
  const wanted = useDebounced(scale, SCALE_REST_MS)
  const [shown, setShown] = useState(wanted)
  const scales = shown === wanted ? [shown] : [shown, wanted]

  return scales.map((drawn) => (
    <div
      key={drawn}
      className="pdf-sheet"
      style={{
        transform: `scale(${scale / drawn})`,
        visibility: drawn === shown ? 'visible' : 'hidden',
      }}
    >
      <Page
        pageIndex={index}
        scale={drawn}
        suspense={false}
        loading=""
        renderAnnotationLayer={false}
        onRenderSuccess={() => setShown(drawn)}
      />
    </div>
  ))
})
