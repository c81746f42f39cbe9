import { useEffect, useRef, useState } from 'react'
import { Document, Page, pdfjs } from 'react-pdf'
import { PageSkeleton } from '../../shared/layout/PageSkeleton.tsx'
import { ItemPages, type PagesProps } from './ItemPages.tsx'
import { addressOfItemFile } from './review.queries.ts'

pdfjs.GlobalWorkerOptions.workerSrc = new URL(
  'pdfjs-dist/build/pdf.worker.min.mjs',
  import.meta.url,
).toString()

/**
 * Shows a PDF rendered by the browser from the original file; only pages near the viewport are
 * rendered.
 */
export const PdfPages = (props: PagesProps) => (
  <ItemPages
    {...props}
    kind="PDF"
    show={(sheetsOf, pictureOf) => (
      <Document
        file={addressOfItemFile(props.item.id)}
        suspense={false}
        loading={<PageSkeleton />}
        // A file that is not really a PDF has page images, which are shown instead.
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
    const handleIntersection = ([entry]: readonly IntersectionObserverEntry[]) =>
      setWidth(entry?.isIntersecting ? box.clientWidth : undefined)
    const observer = new IntersectionObserver(handleIntersection, { rootMargin: '800px' })
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
