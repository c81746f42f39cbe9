import { Skeleton } from 'antd'
import { useState } from 'react'
import { Document, Page, pdfjs } from 'react-pdf'
import type { PlaceOfLine } from './extract.ts'

pdfjs.GlobalWorkerOptions.workerSrc = new URL(
  'pdfjs-dist/build/pdf.worker.min.mjs',
  import.meta.url,
).toString()

type Props = {
  readonly file: File
  readonly place: PlaceOfLine | undefined
  onPages(count: number): void
}

/** A page is not drawn wider than it is read well. */
const WIDTH_PX = 560
/** More would take the browser's memory; the text has them all. */
const mostDrawn = 60

/** The pages of the file, drawn by the browser. */
export function PagePane({ file, place, onPages }: Props) {
  const [count, setCount] = useState(0)
  return (
    <Document
      file={file}
      suspense={false}
      loading={<Skeleton active />}
      error={<p role="alert">Failed to load the document. It is damaged, or it is no PDF.</p>}
      onLoadSuccess={({ numPages }) => {
        setCount(numPages)
        onPages(numPages)
      }}
    >
      {Array.from({ length: Math.min(count, mostDrawn) }, (_, page) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a page is its number.
        <div key={page} data-page={page} className="text-drawn-page">
          <Page
            pageIndex={page}
            width={WIDTH_PX}
            suspense={false}
            renderTextLayer={false}
            renderAnnotationLayer={false}
          />
          {place?.page === page && <Band place={place} />}
        </div>
      ))}
      {count > mostDrawn && (
        <p className="faint">The pages after {mostDrawn} are not drawn here.</p>
      )}
    </Document>
  )
}

const percent = (part: number) => `${(part * 100).toFixed(2)}%`

const Band = ({ place: { top, height } }: { readonly place: PlaceOfLine }) => (
  <div
    className="text-band"
    role="img"
    aria-label="The place of the line"
    style={{ top: percent(top), height: percent(height) }}
  />
)
