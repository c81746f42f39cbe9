import { pageText } from '@recto/document-text/page-lines'
import type { Reader } from '@recto/document-text/reader'
import { afterAll, expect, test } from 'vitest'
import { encodePng } from './images/encode-png.ts'
import { openReader } from './open-reader.ts'
import { cannedWord, openCannedOcr } from './testing/canned-ocr.ts'
import { drawPdf, write } from './testing/draw-pdf.ts'
import { drawTextImage } from './testing/draw-text-image.ts'
import { pack, packDocx, packOdf, packPptx, paragraph } from './testing/pack-office.ts'
import { invoiceOf, writeCii } from './testing/write-invoice.ts'
import { writeMsg } from './testing/write-msg.ts'

/** Finds one word in whatever it is shown. */
const ocr = openCannedOcr((request) => ({
  words: [cannedWord(request, 'Scanned', { box: [10, 10, 60, 25], pageWidth: 200 })],
}))
const reader = openReader({ ocr, threads: 1 })
afterAll(() => reader.close())

type MailPart = {
  readonly name: string
  readonly type: string
  readonly content: Uint8Array | string
  readonly disposition?: string
}

function writeMail(text: string, parts: readonly MailPart[] = []): Buffer {
  const attachments = parts.map(({ name, type, content, disposition = 'attachment' }) =>
    [
      '--x',
      `Content-Type: ${type}`,
      `Content-Disposition: ${disposition}; filename="${name}"`,
      'Content-Transfer-Encoding: base64',
      '',
      Buffer.from(content).toString('base64'),
    ].join('\r\n'),
  )
  return Buffer.from(
    [
      'From: Ann <ann@example.com>',
      'To: bob@example.com',
      'Subject: papers',
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary=x',
      '',
      '--x',
      'Content-Type: text/plain; charset=utf-8',
      '',
      text,
      ...attachments,
      '--x--',
    ].join('\r\n'),
  )
}

const writePdf = (...pages: readonly string[]) =>
  drawPdf((drawing) => {
    for (const [index, text] of pages.entries()) {
      if (index > 0) drawing.addPage()
      write(drawing.fontSize(12), text, 50, 50)
    }
  })
const pdfPart = async (name: string, ...pages: readonly string[]): Promise<MailPart> => ({
  name,
  type: 'application/pdf',
  content: await writePdf(...pages),
})
/** Mails are attached as they are, which base64 would hide from some programs. */
const mailPart = (name: string, content: Uint8Array): MailPart => ({
  name,
  type: 'application/octet-stream',
  content,
})

async function readTexts(bytes: Uint8Array, options: Parameters<Reader['read']>[1] = {}) {
  const { pages, warnings } = await reader.read(bytes, options)
  const texts = pages.map((page) => [page.number, page.title, pageText(page)] as const)
  return { texts, warnings }
}

async function scanOf(lines: number) {
  const image = await drawTextImage(
    (drawing) => {
      for (let line = 0; line < lines; line++)
        write(drawing, `Item ${line} of the list`, 30, 30 + line * 22)
    },
    { dpi: 150, pdf: { size: [420, 400] } },
  )
  return Buffer.from(encodePng(image))
}

test('attachments are pages of a mail, in order, each under the name of its file', async () => {
  const inner = writeMail('Inner text', [await pdfPart('credit.pdf', 'Credit 9', 'Page two')])
  const bytes = writeMail('Outer text', [
    await pdfPart('invoice.pdf', 'Invoice 7'),
    mailPart('inner.eml', inner),
    { name: 'list.csv', type: 'text/csv', content: 'name,amount\nAnn,12\nBob,13\n' },
  ])

  const { texts, warnings } = await readTexts(bytes)

  expect(texts.map(([number, title]) => [number, title])).toEqual([
    [0, undefined],
    [1, 'invoice.pdf'],
    [2, 'inner.eml'],
    [3, 'inner.eml › credit.pdf'],
    [4, 'inner.eml › credit.pdf'],
    [5, 'list.csv'],
  ])
  expect(texts[0]![2]).toContain('Outer text')
  expect(texts[1]![2]).toBe('Invoice 7')
  expect(texts[2]![2]).toContain('Inner text')
  expect(texts.slice(3, 5).map(([, , text]) => text)).toEqual(['Credit 9', 'Page two'])
  expect(texts[5]![2]).toContain('Bob')
  expect(warnings).toBeUndefined()
})

test('selected pages, their number, their size and their drawing agree', async () => {
  const bytes = writeMail('Outer text', [
    await pdfPart('a.pdf', 'First', 'Second'),
    { name: 'photo.png', type: 'image/png', content: await scanOf(3) },
  ])

  const { texts } = await readTexts(bytes, { pages: '3-4' })
  const { pages, sizes, attachments } = await reader.inspect(bytes)
  const drawings = await Promise.all(
    [0, 1, 2, 3].map((page) => reader.drawPage(bytes, { page, width: 200 })),
  )

  expect(texts).toEqual([
    [2, 'a.pdf', 'Second'],
    [3, 'photo.png', 'Scanned'],
  ])
  expect([pages, sizes.length]).toEqual([4, 4])
  expect(attachments.map(({ name }) => name)).toEqual(['a.pdf', 'photo.png'])
  expect(drawings.map(({ mimeType }) => mimeType)).toEqual([
    'image/svg+xml',
    'image/png',
    'image/png',
    'image/png',
  ])
  await expect(reader.drawPage(bytes, { page: 4, width: 200 })).rejects.toThrow(RangeError)
})

test('a mail is rendered with all of its pages', async () => {
  const bytes = writeMail('Outer text', [
    await pdfPart('a.pdf', 'First', 'Second'),
    { name: 'note.txt', type: 'text/plain', content: 'A note' },
  ])

  const pdf = await reader.toPdf(bytes)

  const { texts } = await readTexts(pdf)
  expect(texts.map(([, , text]) => text.split('\n').at(-1))).toEqual([
    'Outer text',
    'First',
    'Second',
    'A note',
  ])
})

test('files of an archive are read, and one that cannot be read fails alone', async () => {
  const archive = pack({
    'papers/order.txt': 'Order 12',
    '__MACOSX/papers/._order.txt': 'nothing',
    'papers/.DS_Store': 'nothing',
    'papers/tool.bin': new Uint8Array([0, 1, 2, 3, 255, 254, 0, 7]),
  })
  const lockedPdf = await drawPdf((drawing) => write(drawing, 'Secret', 50, 50), {
    userPassword: 'x',
  })
  const bytes = writeMail('See the archive', [
    { name: 'papers.zip', type: 'application/zip', content: archive },
    { name: 'locked.pdf', type: 'application/pdf', content: lockedPdf },
    { name: 'smime.p7s', type: 'application/pkcs7-signature', content: 'signature' },
  ])

  const { texts, warnings } = await readTexts(bytes)

  expect(texts.slice(1)).toEqual([[1, 'papers.zip › papers/order.txt', 'Order 12']])
  expect(warnings).toEqual([
    expect.stringMatching(/^The attachment “papers\.zip › papers\/tool\.bin” was not read: /),
    expect.stringMatching(/^The attachment “locked\.pdf” was not read: .* requires a password/),
  ])
})

test('an Outlook message is read with its attachments', async () => {
  const bytes = writeMsg({
    from: { name: 'Ann', address: 'ann@example.com' },
    to: { name: 'Bob', address: 'bob@example.com' },
    subject: 'papers',
    body: 'Outer text',
    attachments: [{ name: 'list.csv', content: 'name,amount\nAnn,12\n' }],
  })

  const { texts } = await readTexts(bytes)

  expect(texts[1]).toEqual([1, 'list.csv', expect.stringContaining('Ann')])
})

test('mails within mails end at a limit, and so do many attachments', async () => {
  let mail = writeMail('Level 0')
  for (let level = 1; level < 12; level++)
    mail = writeMail(`Level ${level}`, [mailPart('m.eml', mail)])
  const crowd = writeMail(
    'Crowd',
    Array.from({ length: 150 }, (_, index) => ({
      name: `n${index}.txt`,
      type: 'text/plain',
      content: `Note ${index}`,
    })),
  )

  const nested = await readTexts(mail)
  const crowdedMail = await readTexts(crowd)

  expect(nested.texts).toHaveLength(7)
  expect(nested.warnings).toEqual([expect.stringContaining('6 levels deep')])
  expect(crowdedMail.texts).toHaveLength(101)
  expect(crowdedMail.warnings).toEqual([expect.stringContaining('more than 100 files')])
})

test('small pictures within the text of a mail are left out', async () => {
  const logo = Buffer.from(
    encodePng({ width: 60, height: 20, channels: 1, pixels: new Uint8Array(1200) }),
  )
  const bytes = writeMail('With a logo', [
    { name: 'logo.png', type: 'image/png', content: logo, disposition: 'inline' },
    { name: 'pasted.png', type: 'image/png', content: await scanOf(3), disposition: 'inline' },
  ])

  const { texts } = await readTexts(bytes)

  expect(texts.map(([, title]) => title)).toEqual([undefined, 'pasted.png'])
})

test('an e-invoice that is attached is found once, and codes and forms of attachments name their page', async () => {
  const bytes = writeMail('Your invoice', [
    { name: 'invoice.xml', type: 'application/xml', content: writeCii(invoiceOf(1)) },
    await pdfPart('terms.pdf', 'Terms'),
  ])

  const { values } = await reader.readEmbedded(bytes)

  expect(values.filter(({ term }) => term === 'BT-1')).toHaveLength(1)
})

const picture = (id: string) =>
  `<w:p><w:r><w:drawing><a:blip xmlns:a="urn:a" r:embed="${id}"/></w:drawing></w:r></w:p>`
const imageRelations = `<Relationships><Relationship Id="rId9" Type="urn:x/image" Target="media/image1.png"/></Relationships>`

/** A Word document with a picture behind its text. */
async function docxWithPicture(body: string, image: Uint8Array): Promise<Uint8Array> {
  const { unzipSync } = await import('fflate')
  const parts = unzipSync(packDocx(body + picture('rId9')))
  return pack({
    ...parts,
    'word/_rels/document.xml.rels': imageRelations,
    'word/media/image1.png': image,
  })
}

test('a Word document whose page is a picture is read by OCR, and has no empty page', async () => {
  const bytes = await docxWithPicture('', await scanOf(3))

  const { texts, warnings } = await readTexts(bytes)

  expect(texts).toEqual([[0, 'image1.png', 'Scanned']])
  expect(warnings).toBeUndefined()
})

/** A Word document that shows the same picture again and again, each time from a part of its own. */
async function docxWithPictures(count: number, image: Uint8Array, body = ''): Promise<Uint8Array> {
  const { unzipSync } = await import('fflate')
  const numbers = Array.from({ length: count }, (_, index) => index + 1)
  const relations = numbers
    .map((n) => `<Relationship Id="rId${n}" Type="urn:x/image" Target="media/image${n}.png"/>`)
    .join('')
  return pack({
    ...unzipSync(packDocx(body + numbers.map((n) => picture(`rId${n}`)).join(''))),
    'word/_rels/document.xml.rels': `<Relationships>${relations}</Relationships>`,
    ...Object.fromEntries(numbers.map((n) => [`word/media/image${n}.png`, image])),
  })
}

test('of a Word document with 500 scanned pages some are read, and the number of the others is stated', async () => {
  const { texts, warnings } = await readTexts(await docxWithPictures(500, await scanOf(3)))

  expect(texts).toHaveLength(50)
  expect(warnings).toEqual([expect.stringMatching(/the other 450 were not read/)])
})

test('of thousands of tiny pictures in a Word document none is called large', async () => {
  const tiny = encodePng({ width: 6, height: 6, channels: 1, pixels: new Uint8Array(36) })

  const body = paragraph('A table with flags.')

  const fewPictures = await readTexts(await docxWithPictures(2_000, tiny, body))
  const manyPictures = await readTexts(await docxWithPictures(2_003, tiny, body))

  expect(fewPictures.warnings).toBeUndefined()
  expect(manyPictures.warnings).toEqual([
    'The document has more than 2,000 pictures: the last 3 were not looked at.',
  ])
})

test('beside other text a picture is read only if it shows lines of text', async () => {
  const body = paragraph('This report has quite a lot to say of its own. '.repeat(4))
  const pixels = Uint8Array.from({ length: 640_000 }, (_, i) => 120 + (i % 800) / 10)
  const photo = Buffer.from(encodePng({ width: 800, height: 800, channels: 1, pixels }))

  const withScan = await readTexts(await docxWithPicture(body, await scanOf(12)))
  const withPhoto = await readTexts(await docxWithPicture(body, photo))

  expect(withScan.texts.map(([, title]) => title)).toEqual([undefined, 'image1.png'])
  expect(withPhoto.texts.map(([, title]) => title)).toEqual([undefined])
})

test.each([
  ['a Word document', () => packDocx('')],
  ['a presentation', () => packPptx([''])],
  ['a text document', () => packOdf('text', '')],
])('%s without any text says so', async (_, make) => {
  const { warnings } = await readTexts(make())

  expect(warnings).toEqual(['No text was found in the document.'])
})

test('with the setting off, files inside files are listed and not read', async () => {
  const quiet = openReader({ ocr, threads: 1, readsContainedFiles: false })
  try {
    const bytes = writeMail('Outer text', [await pdfPart('a.pdf', 'First')])

    const { pages, attachments } = await quiet.read(bytes)

    expect(pages).toHaveLength(1)
    expect(attachments).toHaveLength(1)
  } finally {
    await quiet.close()
  }
})

test.each(['utf16le', 'latin1'] as const)(
  'a mail that was saved as %s is read',
  async (encoding) => {
    const { texts } = await readTexts(Buffer.from(writeMail('Total 42').toString(), encoding))

    expect(texts[0]![2]).toContain('Total 42')
  },
)

test('without OCR an attached picture keeps its page, which is empty and named', async () => {
  const bytes = writeMail('Outer text', [
    { name: 'photo.png', type: 'image/png', content: await scanOf(3) },
    await pdfPart('a.pdf', 'First'),
  ])

  const { texts, warnings } = await readTexts(bytes, { mode: 'native_text' })

  expect(texts.slice(1)).toEqual([
    [1, 'photo.png', ''],
    [2, 'a.pdf', 'First'],
  ])
  expect(warnings).toEqual([expect.stringMatching(/^The attachment “photo\.png” was not read: /)])
})

test('a damaged picture does not make a Word document unreadable', async () => {
  const file = Buffer.from(await docxWithPicture(paragraph('Own text'), await scanOf(3)))
  const name = file.indexOf('word/media/image1.png')
  // The content behind the name of the member is no longer what it was packed as.
  file.fill(0xff, name + 30, name + 200)

  const { texts } = await readTexts(file)

  expect(texts.map(([, , text]) => text)).toEqual(['Own text'])
})

test('a Word document whose only scan is damaged keeps its page, and names the scan', async () => {
  const scan = await scanOf(3)
  const bytes = await docxWithPicture('', scan.subarray(0, scan.length / 2))

  const { texts, warnings } = await readTexts(bytes)

  expect(texts).toEqual([[0, undefined, '']])
  expect(warnings?.[0]).toMatch(/“image1\.png” was not read: /)
})

test('attachments that exceed the limit of pages are named, and the mail is read', async () => {
  const small = openReader({ ocr, threads: 1, maxPages: 2 })
  try {
    const bytes = writeMail('Outer text', [
      await pdfPart('long.pdf', 'One', 'Two', 'Three'),
      { name: 'note.txt', type: 'text/plain', content: 'A note' },
    ])

    const { pages, warnings } = await small.read(bytes)

    expect(pages.map(({ title }) => title)).toEqual([undefined, 'note.txt'])
    expect(warnings).toEqual([expect.stringMatching(/“long\.pdf” was not read: .* 2 pages/)])
  } finally {
    await small.close()
  }
})
