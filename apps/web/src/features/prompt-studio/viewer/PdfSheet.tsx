import { memo, useState } from 'react'
import { Page } from 'react-pdf'
import { useDebounced } from '../../../shared/browser/use-debounced.ts'

const SCALE_DELAY_MS = 120

type Props = { readonly index: number; readonly scale: number }

/**
 * A page of a PDF. While the scale changes, the old rendering is stretched until the new one is
 * ready, which avoids flicker.
 */
export const PdfSheet = memo(function PdfSheet({ index, scale }: Props) {
  const targetScale = useDebounced(scale, SCALE_DELAY_MS)
  const [renderedScale, setRenderedScale] = useState(targetScale)
  const scales = renderedScale === targetScale ? [renderedScale] : [renderedScale, targetScale]

  return scales.map((sheetScale) => (
    <div
      key={sheetScale}
      className="pdf-sheet"
      style={{
        transform: `scale(${scale / sheetScale})`,
        visibility: sheetScale === renderedScale ? 'visible' : 'hidden',
      }}
    >
      <Page
        pageIndex={index}
        scale={sheetScale}
        suspense={false}
        loading=""
        renderAnnotationLayer={false}
        onRenderSuccess={() => setRenderedScale(sheetScale)}
      />
    </div>
  ))
})
