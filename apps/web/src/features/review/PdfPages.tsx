import { useEffect, useRef, useState } from 'react'
import { Document, Page, pdfjs } from 'react-pdf'
import { PageSkeleton } from '../../shared/layout/PageSkeleton.tsx'
import { ItemPages, type PagesProps } from './ItemPages.tsx'
import { addressOfItemFile } from './review.queries.ts'

pdfjs.GlobalWorkerOptions.workerSrc = new URL(
  'pdfjs-dist/build/pdf.worker.min.mjs',
  import.meta.url,
).toString()

/** A PDF, drawn by the browser from the file itself; only the pages near the window are. */
export const PdfPages = (props: PagesProps) => (
  <ItemPages
    {...props}
    kind="PDF"
    show={(sheetsOf, pictureOf) => (
      <Document
        file={addressOfItemFile(props.item.id)}
        suspense={false}
        loading={<PageSkeleton />}
        // What only is called one has been read all the same, and has pictures.
        error={<>{sheetsOf(pictureOf)}</>}
      >
        {sheetsOf((page) => (
          <PdfPage index={page} />
        ))}
      </Document>
    )}
  />
)

function PdfPage({ index }: { readonly index: number }) {
  const frame = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState<number>()
  useEffect(() => {
    const box = frame.current
    if (!box) return
    const near = ([seen]: readonly IntersectionObserverEntry[]) =>
      setWidth(seen?.isIntersecting ? box.clientWidth : undefined)
    const observer = new IntersectionObserver(near, { rootMargin: '800px' })
    observer.observe(box)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={frame} className="review-pdf-page">
      {width !== undefined && (
        <Page
          pageIndex={index}
          width={width}
          suspense={false}
          renderTextLayer={false}
          renderAnnotationLayer={false}
        />
      )}
    </div>
  )
}
