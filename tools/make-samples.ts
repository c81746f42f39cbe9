/**
 * `node tools/make-samples.ts`: draws the sample documents of the playground. The page in Hebrew needs the
 * package fonts-dejavu-core of Debian.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type Drawing, drawPdf } from '@recto/document-reader/testing/draw-pdf'
import { drawTextImage } from '@recto/document-reader/testing/draw-text-image'
import sharp from 'sharp'
import { bankStatement, invoice, twoColumns } from './samples/digital-pages.ts'
import { form, rightToLeft, rotatedTable } from './samples/forms.ts'
import { photographedReceipt, type SamplePage, skewedScan } from './samples/scans.ts'
import { denseTable, spreadsheet } from './samples/tables.ts'

const folder = fileURLToPath(new URL('../apps/web/public/samples/', import.meta.url))
const hebrew = '/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf'

const drawOnPage = (draw: (drawing: Drawing) => void) => async (): Promise<SamplePage> => ({
  draw,
  size: [595.28, 841.89],
})
/** Metadata of each file, constant so that the same code produces the same bytes. */
const info = { Title: 'Sample', CreationDate: new Date('2026-01-05T09:00:00Z') }

type Sample = {
  readonly file: string
  readonly title: string
  readonly description: string
  readonly mode: 'form' | 'native_text' | 'low_cost' | 'high_quality'
  /** Ruling lines that are marked in the layout text. */
  readonly marks?: 'vertical' | 'both'
  readonly make: () => Promise<SamplePage>
}

const samples: readonly Sample[] = [
  {
    file: 'invoice.pdf',
    title: 'Invoice',
    description: 'Five items and their totals',
    mode: 'native_text',
    make: drawOnPage(invoice),
  },
  {
    file: 'bank-statement.pdf',
    title: 'Bank statement',
    description: 'One month of transactions',
    mode: 'native_text',
    make: drawOnPage(bankStatement),
  },
  {
    file: 'form.pdf',
    title: 'Form',
    description: 'Fields and check boxes',
    mode: 'form',
    make: drawOnPage(form),
  },
  {
    file: 'two-columns.pdf',
    title: 'Two columns',
    description: 'A magazine article',
    mode: 'native_text',
    make: drawOnPage(twoColumns),
  },
  {
    file: 'skewed-scan.pdf',
    title: 'Skewed scan',
    description: 'A letter scanned at an angle',
    mode: 'high_quality',
    make: skewedScan,
  },
  {
    file: 'receipt.pdf',
    title: 'Photographed receipt',
    description: 'A photo with uneven lighting',
    mode: 'high_quality',
    make: photographedReceipt,
  },
  {
    file: 'rotated-table.pdf',
    title: 'Rotated table',
    description: 'A table turned on its side',
    mode: 'low_cost',
    make: drawOnPage(rotatedTable),
  },
  {
    file: 'right-to-left.pdf',
    title: 'Right to left',
    description: 'A letter in Hebrew',
    mode: 'native_text',
    make: drawOnPage((drawing) => rightToLeft(drawing, hebrew)),
  },
  {
    file: 'spreadsheet.pdf',
    title: 'Spreadsheet print',
    description: 'A grid with ruled lines',
    mode: 'form',
    marks: 'both',
    make: drawOnPage(spreadsheet),
  },
  {
    file: 'dense-table.pdf',
    title: 'Dense table',
    description: '68 rows of small print',
    mode: 'low_cost',
    marks: 'vertical',
    make: drawOnPage(denseTable),
  },
]

await mkdir(folder, { recursive: true })
for (const { file, make } of samples) {
  const { draw, size } = await make()
  await writeFile(`${folder}${file}`, await drawPdf(draw, { size, info }))
  const { pixels, width, height } = await drawTextImage(draw, { dpi: 60, pdf: { size } })
  await sharp(pixels, { raw: { width, height, channels: 1 } })
    .resize({ width: 240 })
    .webp({ quality: 60 })
    .toFile(`${folder}${file.replace(/pdf$/, 'webp')}`)
}
const entries = samples.map(({ file, title, description, mode, marks }) => ({
  file,
  title,
  description,
  processing_mode: mode,
  mark_vertical_lines: marks !== undefined,
  mark_horizontal_lines: marks === 'both',
}))
await writeFile(`${folder}samples.json`, `${JSON.stringify(entries, null, 2)}\n`)
console.info(
  await Promise.all(
    samples.map(async ({ file }) => `${file} ${(await readFile(folder + file)).length}`),
  ),
)
