import { useState } from 'react'
import { Document, pdfjs } from 'react-pdf'
import 'react-pdf/dist/Page/TextLayer.css'
import { PageBone } from './PageBone.tsx'
import { PageStack } from './PageStack.tsx'
import { PdfSheet } from './PdfSheet.tsx'
import type { PageSize } from './page-layout.ts'
import type { ViewerProps } from './viewer-props.ts'
import './viewer.css'

pdfjs.GlobalWorkerOptions.workerSrc = new URL(
  'pdfjs-dist/build/pdf.worker.min.mjs',
  import.meta.url,
).toString()

type Loaded = Awaited<ReturnType<typeof pdfjs.getDocument>['promise']>

/** A PDF with the places of the values drawn on its pages. */
export function PdfViewer({ file, document, marks, locked }: ViewerProps) {
  const name = document.name
  const [sizes, setSizes] = useState<readonly PageSize[]>()
  /** The file that asked for a password: another one is tried anew. */
  const [lockedFile, setLockedFile] = useState<Blob>()

  async function handleLoad(pdf: Loaded) {
    const first = await sizeOf(pdf, 0)
    // The first page stands for all until their own sizes are known, which takes long for a book.
    setSizes(Array.from({ length: pdf.numPages }, () => first))
    const all = Array.from({ length: pdf.numPages }, (_, index) => sizeOf(pdf, index))
    setSizes(await Promise.all(all))
  }

  if (lockedFile === file) return locked
  return (
    <Document
      file={file}
      className="pdf"
      // A document that cannot be drawn must not take the prompts beside it down.
      suspense={false}
      loading={<PageBone name={name} />}
      error={<Failure reason="It is damaged, or it is no PDF." />}
      onPassword={() => setLockedFile(file)}
      onLoadSuccess={handleLoad}
    >
      {sizes ? (
        <PageStack
          sizes={sizes}
          marks={marks}
          document={document}
          drawSheet={({ index }, scale) => <PdfSheet index={index} scale={scale} />}
        />
      ) : (
        <PageBone name={name} />
      )}
    </Document>
  )
}

async function sizeOf(pdf: Loaded, index: number): Promise<PageSize> {
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
