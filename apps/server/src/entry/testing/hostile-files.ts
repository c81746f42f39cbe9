import { drawPdf } from '@recto/testkit/samples/draw-pdf'
import { strToU8, zipSync } from 'fflate'
import type { TestFile } from '../../testing/people.ts'

export const orderNumber = 'PO-400400'
export const amount = '12.50'
export const line = 'The quick brown fox jumps over the lazy dog at the back door.'

const orderLine = `Order number: ${orderNumber}`

function fileOf(name: string, type: string, content: string | Uint8Array): TestFile {
  return { name, type, content, field: 'files' }
}

const textFile = (name: string, content: string | Uint8Array) =>
  fileOf(name, name.endsWith('.csv') ? 'text/csv' : 'text/plain', content)

export const shortText = () => textFile('order.txt', `${orderLine}\n${line}\n`)

/** What is asked for stands in the middle. */
export function longText(pages: number, { name = 'long.txt', first = 'Page 1' } = {}): TestFile {
  const texts = Array.from({ length: pages }, (_, page) => {
    const top = page === 0 ? first : `Page ${page + 1}`
    return [
      page === Math.floor(pages / 2) ? orderLine : top,
      ...Array.from({ length: 55 }, (_, row) => `${row} ${line}`),
    ].join('\n')
  })
  return textFile(name, texts.join('\n\f'))
}

/** A line on each. */
export const manyPages = (pages: number) =>
  textFile('pages.txt', Array.from({ length: pages }, (_, page) => `${page}`).join('\n\f'))

export function table(cells: number): TestFile {
  const rows = Array.from({ length: cells / 10 }, (_, row) =>
    Array.from({ length: 10 }, (_, column) => `${row}.${column}`).join(','),
  )
  return textFile('table.csv', [orderLine, ...rows].join('\n'))
}

/** A file of sentences has few cells for its size, but many words. */
export function wordyTable(bytes: number): TestFile {
  const row = `${line},${line},${line}\n`
  return textFile('notes.csv', `${orderLine}\n${row.repeat(bytes / row.length)}`)
}

export const repeatedValue = (times: number) =>
  textFile('approvals.txt', 'Approval: granted\n'.repeat(times))

/** The file is as large as its text. */
export function hugeText(bytes: number): TestFile {
  const row = `${line}\n`
  const content = Buffer.alloc(bytes, row)
  content.write(`${orderLine}\n`)
  return textFile('huge.txt', content)
}

/** The file is small and expands to many bytes of text. */
export function packedText(bytes: number): TestFile {
  const paragraph = `<w:p><w:r><w:t>${line}</w:t></w:r></w:p>`
  const body = paragraph.repeat(bytes / line.length)
  const document = `<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`
  const types =
    '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>'
  const content = zipSync({
    '[Content_Types].xml': strToU8(types),
    'word/document.xml': strToU8(document),
  })
  const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
  return fileOf('packed.docx', type, content)
}

/** A PDF of prose. */
export function longPdf(pages: number): Promise<TestFile> {
  return pdfOf('long.pdf', pages, (page) => [
    page === Math.floor(pages / 2) ? orderLine : `Page ${page + 1}`,
    ...Array.from({ length: 50 }, (_, row) => `${row} ${line}`),
  ])
}

/** A PDF of bookings, all of the same amount. */
export function statement(pages: number): Promise<TestFile> {
  return pdfOf('statement.pdf', pages, (page) => [
    page === Math.floor(pages / 2) ? `Closing balance: ${amount}` : `Sheet ${page + 1}`,
    ...Array.from({ length: 50 }, (_, row) => `${row + 1} March   Booking ${row}   ${amount}`),
  ])
}

async function pdfOf(
  name: string,
  pages: number,
  linesOf: (page: number) => readonly string[],
): Promise<TestFile> {
  const content = await drawPdf({ title: name }, (pen) => {
    for (let page = 0; page < pages; page++) {
      if (page > 0) pen.newPage()
      for (const [row, text] of linesOf(page).entries()) pen.text(text, 60, 40 + row * 15)
    }
  })
  return fileOf(name, 'application/pdf', content)
}
