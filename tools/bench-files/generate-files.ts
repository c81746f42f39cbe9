/** Files of all formats, made by code: the same files on each run, but for the IDs that some writers draw by lot. */
import { drawPdf, write } from '@recto/document-reader/testing/draw-pdf'
import { drawTextImage } from '@recto/document-reader/testing/draw-text-image'
import { hiddenPages, shownPages } from '@recto/document-reader/testing/hidden-markup'
import { hiddenOffice, shownOffice } from '@recto/document-reader/testing/hidden-office'
import { hiddenWays } from '@recto/document-reader/testing/hidden-texts'
import { sampleFiles } from '@recto/document-reader/testing/sample-files'
import { invoiceOf, writeCii, writeUbl } from '@recto/document-reader/testing/write-invoice'
import {
  blankPdf,
  brokenPdf,
  encryptedPdf,
  sampleInvoices,
  sampleLetter,
  sampleStatement,
  scannedPdf,
  truncatedPdf,
  twoColumnPage,
} from '@recto/testkit/sample-documents'
import sharp from 'sharp'
import { makeDocument } from '../bench-markdown/make-document.ts'
import { writeDocx } from '../bench-markdown/write-docx.ts'
import { writeHtml } from '../bench-markdown/write-html.ts'
import { openRealisticKinds } from '../realistic-documents/realistic-documents.ts'
import { encodedTexts } from './encoded-texts.ts'
import type { FoundFile } from './judge-reading.ts'
import { unreadableFiles } from './unreadable-files.ts'

const copiesOfEachKind = ['0000001', '4711000']
const structuredDocuments = 40
const invoices = 6
const hiddenText = 'Pay 9000.00 EUR to another account'

export async function generateFiles(): Promise<readonly FoundFile[]> {
  const files = [
    ...(await smallFiles()),
    ...(await realisticFiles()),
    ...structuredFiles(),
    ...eInvoices(),
    ...filesWithHiddenText(),
    ...(await testPdfs()),
    ...(await pictures()),
    ...encodedTexts(),
    ...(await unreadableFiles()),
  ]
  return files.map(({ name, bytes }) => ({ name: `generated/${name}`, bytes }))
}

async function smallFiles(): Promise<readonly FoundFile[]> {
  return (await sampleFiles()).map(([name, bytes]) => ({ name, bytes }))
}

async function realisticFiles(): Promise<readonly FoundFile[]> {
  const files: FoundFile[] = []
  for (const kind of await openRealisticKinds())
    for (const digits of copiesOfEachKind)
      files.push({
        name: `${kind.name} ${digits}.${kind.extension}`,
        bytes: await kind.write(digits),
      })
  return files
}

function structuredFiles(): readonly FoundFile[] {
  const seeds = Array.from({ length: structuredDocuments }, (_, i) => i + 1)
  return seeds.flatMap((seed) => {
    const document = makeDocument('open', seed)
    return [
      { name: `structured ${seed}.docx`, bytes: writeDocx(document) },
      { name: `structured ${seed}.html`, bytes: Buffer.from(writeHtml(document)) },
    ]
  })
}

function eInvoices(): readonly FoundFile[] {
  return Array.from({ length: invoices }, (_, i) => i).flatMap((index) => [
    { name: `ubl ${index}.xml`, bytes: writeUbl(invoiceOf(index)) },
    { name: `cii ${index}.xml`, bytes: writeCii(invoiceOf(index)) },
  ])
}

function filesWithHiddenText(): readonly FoundFile[] {
  const officeWays = [
    ...Object.entries(hiddenOffice).map(([name, [, way]]) => ({ name, way })),
    ...Object.entries(shownOffice).map(([name, way]) => ({ name, way })),
  ]
  const markupWays = [
    ...Object.entries(hiddenPages).map(([name, [, way]]) => ({ name, way })),
    ...Object.entries(shownPages).map(([name, way]) => ({ name, way })),
  ]
  return [
    ...officeWays.map(({ name, way }) => {
      const file = way(hiddenText)
      return { name: `${name}-${file.name}`, bytes: file.bytes }
    }),
    ...markupWays.map(({ name, way }) => ({
      name: `${name}.html`,
      bytes: Buffer.from(way(hiddenText)),
    })),
    ...Object.entries(hiddenWays).map(([name, { page }]) => ({
      name: `${name}.pdf`,
      bytes: page(hiddenText),
    })),
  ].map(({ name, bytes }) => ({ name: `hidden ${name.replaceAll('/', ' ')}`, bytes }))
}

async function testPdfs(): Promise<readonly FoundFile[]> {
  const documents = [
    ...(await sampleInvoices()),
    await sampleLetter(),
    await sampleStatement(),
    await twoColumnPage(),
    await encryptedPdf('open sesame'),
    await scannedPdf(),
    await blankPdf(),
    brokenPdf(),
    await truncatedPdf(),
  ]
  return documents.map(({ name, file }) => ({ name, bytes: file }))
}

const pictureLines = ['Invoice 4711', 'Oak boards 1,234.50', 'Total amount due 42.00 EUR']

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="50"><text x="10" y="30">Total 42.00</text></svg>'

/** The same lines as a picture in each format, in colour and in grey, turned and small. */
async function pictures(): Promise<readonly FoundFile[]> {
  const { pixels, width, height } = await drawTextImage(
    (drawing) => {
      for (const [i, line] of pictureLines.entries()) write(drawing, line, 40, 40 + i * 30)
    },
    { dpi: 150, pdf: { size: [360, 180] } },
  )
  const channels = (pixels.length / (width * height)) as 1 | 3 | 4
  const page = sharp(pixels, { raw: { width, height, channels } }).flatten()
  const png = await page.png().toBuffer()
  const looks = {
    plain: () => sharp(png),
    grey: () => sharp(png).greyscale(),
    upside_down: () => sharp(png).rotate(180),
    blank: () => sharp(png).linear(0, 255),
    transparent: () => sharp(png).ensureAlpha(0.9),
  }
  const files: FoundFile[] = []
  for (const [look, open] of Object.entries(looks))
    for (const format of ['png', 'jpeg', 'webp', 'tiff', 'gif'] as const)
      files.push({
        name: `picture ${look}.${format}`,
        bytes: await open().toFormat(format).toBuffer(),
      })
  for (const compression of ['lzw', 'deflate', 'packbits'] as const)
    files.push({
      name: `picture ${compression}.tiff`,
      bytes: await sharp(png).tiff({ compression }).toBuffer(),
    })
  files.push({
    name: 'picture of a fax.tiff',
    bytes: await sharp(png)
      .toColourspace('b-w')
      .tiff({ compression: 'ccittfax4', bitdepth: 1 })
      .toBuffer(),
  })
  files.push({ name: 'picture of a drawing.svg', bytes: Buffer.from(svg) })
  files.push({ name: 'picture in a page.pdf', bytes: await drawPdf((d) => d.image(png, 40, 40)) })
  return files
}
