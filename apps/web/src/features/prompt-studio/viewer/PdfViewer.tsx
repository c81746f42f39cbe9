import { useState } from 'react'
import { Document, pdfjs } from 'react-pdf'
import 'react-pdf/dist/Page/TextLayer.css'
import { PageSkeleton } from './PageSkeleton.tsx'
import { PageStack } from './PageStack.tsx'
import { PdfSheet } from './PdfSheet.tsx'
import type { PageSize } from './page-layout.ts'
import type { ViewerProps } from './viewer-props.ts'
import './viewer.css'

pdfjs.GlobalWorkerOptions.workerSrc = new URL(
  'pdfjs-dist/build/pdf.worker.min.mjs',
  import.meta.url,
).toString()

type PdfDocument = Awaited<ReturnType<typeof pdfjs.getDocument>['promise']>

/** Shows a PDF with highlights on its pages. */
export function PdfViewer({ file, document, highlights, lockedContent }: ViewerProps) {
  const name = document.name
  const [sizes, setSizes] = useState<readonly PageSize[]>()
  /** The file that requires a password; any other file is opened without one. */
  const [lockedFile, setLockedFile] = useState<Blob>()

  async function handleLoad(pdf: PdfDocument) {
    const firstSize = await getPageSize(pdf, 0)
    // Reading all sizes takes long for a large document, so the first page's size is used for all
    // until then.
    setSizes(Array.from({ length: pdf.numPages }, () => firstSize))
    const sizePromises = Array.from({ length: pdf.numPages }, (_, index) => getPageSize(pdf, index))
    setSizes(await Promise.all(sizePromises))
  }

  if (lockedFile === file) return lockedContent
  return (
    <Document
      file={file}
      className="pdf"
      // An error while rendering the document must not unmount the prompts next to it.
      suspense={false}
      loading={<PageSkeleton name={name} />}
      error={<Failure reason="The file is damaged or is not a PDF." />}
      onPassword={() => setLockedFile(file)}
      onLoadSuccess={handleLoad}
    >
      {sizes ? (
        <PageStack
          sizes={sizes}
          highlights={highlights}
          document={document}
          renderSheet={({ index }, scale) => <PdfSheet index={index} scale={scale} />}
        />
      ) : (
        <PageSkeleton name={name} />
      )}
    </Document>
  )
}

async function getPageSize(pdf: PdfDocument, index: number): Promise<PageSize> {
  const page = await pdf.getPage(index + 1)
  const { width, height } = page.getViewport({ scale: 1 })
  return { width, height }
}

function Failure({ reason }: { readonly reason: string }) {
  return (
    <p className="pdf-failure" role="alert">
      Failed to load the document. {reason}
    </p>
  )
}
