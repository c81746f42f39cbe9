import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { Document, Page, pdfjs } from 'react-pdf'
import { FailureState } from '../../shared/layout/FailureState.tsx'
import { PageSkeleton } from '../../shared/layout/PageSkeleton.tsx'
import { byPage, ItemPages, type PagesProps } from './ItemPages.tsx'
import { PageSheet, type PlacedValue } from './PageSheet.tsx'
import { addressOfItemFile, pagesOfItem } from './review.queries.ts'

pdfjs.GlobalWorkerOptions.workerSrc = new URL(
  'pdfjs-dist/build/pdf.worker.min.mjs',
  import.meta.url,
).toString()

const none: readonly PlacedValue[] = []

/** A PDF, drawn by the browser from the file itself; only the pages near the window are. */
export function PdfPages(props: PagesProps) {
  const { item, values, shown, onPick, onDraw } = props
  const { data: pages, error, refetch } = useQuery(pagesOfItem(item.id))
  const placed = useMemo(() => byPage(values), [values])
  if (error && !pages) {
    const retry = () => void refetch()
    return <FailureState error={error} fallback="The document cannot be shown." onRetry={retry} />
  }
  if (!pages) return <PageSkeleton />
  return (
    <section className="review-pages" aria-label={`PDF of ${item.fileName}`}>
      <Document
        file={addressOfItemFile(item.id)}
        suspense={false}
        loading={<PageSkeleton />}
        // What only is called one has been read all the same, and has pictures.
        error={<ItemPages {...props} />}
      >
        {pages.map((size, page) => (
          <PageSheet
            // biome-ignore lint/suspicious/noArrayIndexKey: pages have no other name, and never move.
            key={page}
            picture={<PdfPage index={page} />}
            size={size}
            placed={placed.get(page) ?? none}
            shown={shown}
            onPick={onPick}
            onDraw={(box) => onDraw({ page, box })}
          />
        ))}
      </Document>
    </section>
  )
}

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
