import { expect, test } from 'vitest'
import { drawPdf, write } from '../../testing/draw-pdf.ts'
import { withPdf } from '../../testing/read-pdf-pages.ts'
import { listAttachments, readAttachment } from './attachments.ts'

const table = Buffer.from('id,total\n7,42.00\n')

const carrierPdf = drawPdf((d) => {
  write(d, 'See the table', 50, 100)
  d.file(table, { name: 'Übersicht.csv', type: 'text/csv' })
  d.file(Buffer.from('plain'), { name: 'b.txt' })
})

test('an attachment that does not exist is refused', async () => {
  const plainPdf = drawPdf((d) => write(d, 'Total', 50, 100))

  expect(
    await withPdf(plainPdf, ({ pdfium, document }) => listAttachments(pdfium, document)),
  ).toEqual([])
  for (const index of [-1, 2, 0.5])
    await expect(
      withPdf(carrierPdf, ({ pdfium, document }) => readAttachment(pdfium, document, { index })),
    ).rejects.toThrow(RangeError)
})

test('attachments are listed with name, type and size, and opened', async () => {
  const [attachmentList, bytes] = await withPdf(carrierPdf, ({ pdfium, document }) => [
    listAttachments(pdfium, document).map(({ attachment }) => attachment),
    readAttachment(pdfium, document, { index: 1 }),
  ])

  expect(attachmentList).toEqual([
    { name: 'b.txt', mimeType: 'application/octet-stream', size: 5 },
    { name: 'Übersicht.csv', mimeType: 'text/csv', size: table.length },
  ])
  expect(bytes).toEqual(new Uint8Array(table))
})

test.each([1, 4, 40, 4000])(
  'a file that states %i bytes more or less than it has is opened whole',
  async (difference) => {
    for (const statedSize of [table.length + difference, Math.max(1, table.length - difference)]) {
      const forgedCarrier = Buffer.from(
        Buffer.from(await carrierPdf)
          .toString('latin1')
          .replace(`/Size ${table.length}`, `/Size ${statedSize}`.padEnd(8)),
        'latin1',
      )
      const [sizes, bytes] = await withPdf(forgedCarrier, ({ pdfium, document }) => [
        listAttachments(pdfium, document).map(({ attachment }) => attachment.size),
        readAttachment(pdfium, document, { index: 1 }),
      ])

      expect(sizes).toContain(statedSize)
      expect(bytes).toEqual(new Uint8Array(table))
    }
  },
)
