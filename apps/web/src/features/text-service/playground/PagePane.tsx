import { Skeleton } from 'antd'
import { useState } from 'react'
import { Document, Page, pdfjs } from 'react-pdf'
import type { LineBox } from './extract.ts'

pdfjs.GlobalWorkerOptions.workerSrc = new URL(
  'pdfjs-dist/build/pdf.worker.min.mjs',
  import.meta.url,
).toString()

type Props = {
  readonly file: File
  readonly lineBox: LineBox | undefined
  onPages(count: number): void
}

/** Maximum width of a page, which is enough for reading. */
const WIDTH_PX = 560
/** Maximum number of rendered pages, which limits memory use; the text contains all pages. */
const maxDrawnPages = 60

/** Shows the pages of the file, rendered by the browser. */
export function PagePane({ file, lineBox, onPages }: Props) {
  const [count, setCount] = useState(0)
  return (
    <Document
      file={file}
      suspense={false}
      loading={<Skeleton active />}
      error={<p role="alert">Failed to load the document. It is damaged or not a PDF.</p>}
      onLoadSuccess={({ numPages }) => {
        setCount(numPages)
        onPages(numPages)
      }}
    >
      {Array.from({ length: Math.min(count, maxDrawnPages) }, (_, page) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a page is identified by its index.
        <div key={page} data-page={page} className="text-drawn-page">
          <Page
            pageIndex={page}
            width={WIDTH_PX}
            suspense={false}
            renderTextLayer={false}
            renderAnnotationLayer={false}
          />
          {lineBox?.page === page && <Band lineBox={lineBox} />}
        </div>
      ))}
      {count > maxDrawnPages && (
        <p className="faint">Pages after {maxDrawnPages} are not displayed here.</p>
      )}
    </Document>
  )
}

const percent = (part: number) => `${(part * 100).toFixed(2)}%`

const Band = ({ lineBox: { top, height } }: { readonly lineBox: LineBox }) => (
  <div
    className="text-band"
    role="img"
    aria-label="Location of the line"
    style={{ top: percent(top), height: percent(height) }}
  />
)
