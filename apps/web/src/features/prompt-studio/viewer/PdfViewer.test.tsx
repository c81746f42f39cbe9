import { render, screen } from '@testing-library/react'
import worker from 'pdfjs-dist/build/pdf.worker.min.mjs?raw'
import { pdfjs } from 'react-pdf'
import { expect, test } from 'vitest'
import { documentFromWire } from '../document.ts'
import { march } from '../testing/acme-invoices.tsx'
import { PdfViewer } from './PdfViewer.tsx'

test('[PS-076] [PS-399] shows a message for a PDF that cannot be rendered', async () => {
  const file = new Blob(['no pdf'], { type: 'application/pdf' })
  render(
    <PdfViewer
      file={file}
      document={documentFromWire(march)}
      highlights={[]}
      lockedContent={undefined}
    />,
  )
  expect((await screen.findByRole('alert')).textContent).toMatch(/^Failed to load the document\./)
})

test('[PS-082] serves the PDF worker from the same origin, in the version of the renderer', () => {
  const address = pdfjs.GlobalWorkerOptions.workerSrc
  expect(address).toMatch(/pdf\.worker\.min\.mjs$/)
  expect(new URL(address, location.href).origin).toBe(location.origin)
  expect(worker).toContain(`pdfjsVersion = ${pdfjs.version}`)
})
