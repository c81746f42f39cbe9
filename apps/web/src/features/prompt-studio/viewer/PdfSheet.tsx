import { memo, useState } from 'react'
import { Page } from 'react-pdf'
import { useDebounced } from '../../../shared/browser/use-debounced.ts'

const SCALE_REST_MS = 120

type Props = { readonly index: number; readonly scale: number }

/**
 * One page of a PDF. The old drawing is stretched until the new one is there, so that a change of
 * scale never blinks.
 */
export const PdfSheet = memo(function PdfSheet({ index, scale }: Props) {
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
