import { render, screen } from '@testing-library/react'
import worker from 'pdfjs-dist/build/pdf.worker.min.mjs?raw'
import { pdfjs } from 'react-pdf'
import { expect, test } from 'vitest'
import { documentFromWire } from '../document.ts'
import { march } from '../testing/acme-invoices.tsx'
import { PdfViewer } from './PdfViewer.tsx'

test('[PS-076] [PS-399] a PDF that cannot be drawn says so', async () => {
  const file = new Blob(['no pdf'], { type: 'application/pdf' })
  render(<PdfViewer file={file} document={documentFromWire(march)} marks={[]} locked={undefined} />)
  expect((await screen.findByRole('alert')).textContent).toMatch(/^Failed to load the document\./)
})

test('[PS-082] the worker comes from the product itself, in the version of what draws', () => {
  const address = pdfjs.GlobalWorkerOptions.workerSrc
  expect(address).toMatch(/pdf\.worker\.min\.mjs$/)
  expect(new URL(address, location.href).origin).toBe(location.origin)
  expect(worker).toContain(`pdfjsVersion = ${pdfjs.version}`)
})
