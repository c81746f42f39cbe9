import type { ReadOptions } from '@recto/document-text/reader'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { openReader } from './open-reader.ts'
import { drawCode, epcOf, swissOf } from './testing/draw-code.ts'
import { drawPdf, write } from './testing/draw-pdf.ts'
import { invoiceOf, writeCii, writeUbl } from './testing/write-invoice.ts'

/** Below the time limit of a test; a busy machine takes more than a minute for a form of ten thousand fields. */
const reader = openReader({ timeoutSeconds: 280 })
afterAll(() => reader.close())

const pdfWith = (...files: readonly (readonly [name: string, bytes: Uint8Array])[]) =>
  drawPdf((d) => {
    write(d, 'Invoice', 50, 100)
    for (const [name, bytes] of files) d.file(Buffer.from(bytes), { name })
  })

describe('a document without e-invoice', () => {
  test('says nothing, whatever is attached to it', async () => {
    const noData = { values: [], problems: [] }

    expect(await reader.readEmbedded(await pdfWith(['notes.txt', Buffer.from('hi')]))).toEqual(
      noData,
    )
    expect(await reader.readEmbedded(Buffer.from('Plain text.'))).toEqual(noData)
    await expect(reader.readEmbedded(Buffer.from('%PDF-1.7 nothing'))).rejects.toThrow(/damaged/)
  })

  test('a picture that is called an e-invoice is reported under its name', async () => {
    const forgedPdf = await pdfWith(['factur-x.xml', Buffer.from('GIF89a…')])

    expect(await reader.readEmbedded(forgedPdf)).toEqual({
      values: [],
      problems: [
        {
          source: 'factur-x',
          place: { attachment: 'factur-x.xml' },
          text: 'The file name suggests an e-invoice, but the content is not one.',
        },
      ],
    })
  })
})

describe('e-invoices', () => {
  const invoice = invoiceOf(3)
  const total = (data: { values: readonly { term?: string; source: string; value: string }[] }) =>
    data.values.filter(({ term }) => term === 'BT-112').map(({ source, value }) => [source, value])

  test('are read of a PDF that carries them, whatever their file is called', async () => {
    const namedPdf = await pdfWith(['factur-x.xml', writeCii(invoice)])
    const odd = await pdfWith(['../../etc/passwd\u0007', writeUbl(invoice)])

    expect(total(await reader.readEmbedded(namedPdf))).toEqual([['factur-x', invoice.total]])
    const data = await reader.readEmbedded(odd)
    expect(total(data)).toEqual([['ubl', invoice.total]])
    expect(data.values[0]?.place).toEqual({ attachment: '../../etc/passwd' })
  })

  test('two that say different things are both read', async () => {
    const otherXml = writeUbl(invoiceOf(4))
    const bothPdf = await pdfWith(['a.xml', writeCii(invoice)], ['b.xml', otherXml])

    expect(total(await reader.readEmbedded(bothPdf))).toEqual([
      ['cii', invoice.total],
      ['ubl', invoiceOf(4).total],
    ])
  })

  test('alone, and attached to a mail', async () => {
    const xml = writeUbl(invoice)
    const mail = [
      'From: a@example.org\r\nTo: b@example.org\r\nSubject: Invoice\r\nMIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary="x"\r\n\r\n--x\r\nContent-Type: text/plain\r\n\r\nHello',
      '--x\r\nContent-Type: application/xml; name="invoice.xml"\r\nContent-Transfer-Encoding: base64',
      `Content-Disposition: attachment; filename="invoice.xml"\r\n\r\n${Buffer.from(xml).toString('base64')}\r\n--x--\r\n`,
    ].join('\r\n')

    expect(total(await reader.readEmbedded(xml))).toEqual([['ubl', invoice.total]])
    expect(total(await reader.readEmbedded(Buffer.from(mail)))).toEqual([['ubl', invoice.total]])
  })
})

describe('bar and QR codes', () => {
  const invoice = invoiceOf(2)
  const sources = async (bytes: Uint8Array) =>
    (await reader.readEmbedded(bytes)).values.map(({ source, name, value }) => [
      `${source}: ${name}`,
      value,
    ])

  test.each([
    ['EPC', epcOf(invoice), 'QRCode', ['epc-code: IBAN', invoice.iban]],
    ['Swiss', swissOf(invoice), 'QRCode', ['swiss-qr-bill: Amount', invoice.total]],
    ['PDF417', 'Parcel 4711', 'PDF417', ['code: PDF417', 'Parcel 4711']],
    ['Code 128', 'LOT-2026-77', 'Code128', ['code: Code128', 'LOT-2026-77']],
    ['DataMatrix', 'SN 12', 'DataMatrix', ['code: DataMatrix', 'SN 12']],
  ] as const)(
    '%s is read of a picture and of a page, with its place',
    async (_, text, format, expectedValues) => {
      const picture = await drawCode(text, format)
      const pdf = await drawPdf((d) => {
        write(d, 'To be paid by code', 50, 60)
        d.image(Buffer.from(picture), 100, 500, { width: 150 })
      })

      expect(await sources(picture)).toContainEqual(expectedValues)
      expect(await sources(pdf)).toContainEqual(expectedValues)
      const { values } = await reader.readEmbedded(pdf)
      const [x0 = 0, y0 = 0, x1 = 0] = values[0]?.place.box ?? []
      expect(values[0]?.place.page).toBe(0)
      expect([x0 >= 95, x1 <= 255, y0 >= 495]).toEqual([true, true, true])
    },
  )
})

describe('a code that is drawn with lines and boxes', () => {
  const pixelsOfModule = 6
  const size = 3

  /** The dark modules of a code, row by row. */
  async function modulesOf(text: string): Promise<[column: number, row: number][]> {
    const picture = sharp(Buffer.from(await drawCode(text))).greyscale()
    const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true })
    const pixelAt = (place: number) => Math.floor((place + 0.5) * pixelsOfModule)
    const count = Math.floor(info.width / pixelsOfModule)
    const places = Array.from({ length: count * count }, (_, i): [number, number] => [
      i % count,
      Math.floor(i / count),
    ])
    return places.filter(([x, y]) => data[pixelAt(y) * info.width + pixelAt(x)]! < 128)
  }

  test.each(['each module by itself', 'all of them at once'])(
    '%s, is read in its place',
    async (damage) => {
      const modules = await modulesOf('SN 4711')
      const pdf = await drawPdf((d) => {
        write(d, 'To be scanned', 50, 60)
        for (const [column, row] of modules) {
          d.rect(200 + column * size, 400 + row * size, size, size)
          if (damage === 'each module by itself') d.fill('black')
        }
        if (damage === 'all of them at once') d.fill('black')
      })

      const { values } = await reader.readEmbedded(pdf)

      expect(values.map(({ value }) => value)).toEqual(['SN 4711'])
      const [x0 = 0, y0 = 0] = values[0]?.place.box ?? []
      expect([x0 > 195, x0 < 225, y0 > 395, y0 < 425]).toEqual([true, true, true, true])
    },
  )
})

/** A document that is read in several slices, with a code in the first and in the last one. */
async function drawLongForm(): Promise<Uint8Array> {
  const codes = await Promise.all(['First', 'Last'].map((text) => drawCode(text)))
  const [first, last] = codes.map((code) => Buffer.from(code)) as [Buffer, Buffer]
  return drawPdf((d) => {
    d.initForm()
    write(d, 'Delivery note', 50, 50)
    d.image(first, 100, 500, { width: 150 })
    for (let page = 1; page < 70; page++) {
      d.addPage()
      write(d, `Page ${page}`, 50, 50)
      d.formText(`field ${page}`, 50, 60, 200, 20, { value: `Value ${page}` })
    }
    d.image(last, 100, 500, { width: 150 })
    d.file(Buffer.from(writeUbl(invoiceOf(5))), { name: 'invoice.xml' })
  })
}

describe('whoever reads the text of a document', () => {
  const readBoth = async (bytes: Uint8Array, options: ReadOptions = {}) => {
    const { embedded } = await reader.readStored(bytes, { looksForEmbedded: true, ...options })
    return { embedded, singleData: await reader.readEmbedded(bytes) }
  }

  test.each([
    ['text only', () => pdfWith(), 0],
    ['an e-invoice', () => pdfWith(['factur-x.xml', writeCii(invoiceOf(3))]), 10],
    [
      'a form of two pages',
      () =>
        drawPdf((d) => {
          d.initForm()
          d.formText('first', 50, 60, 200, 20, { value: 'Ada' })
          d.addPage()
          d.formText('last', 50, 60, 200, 20, { value: 'Lovelace' })
        }),
      2,
    ],
    [
      'a code on its second page',
      async () => {
        const code = Buffer.from(await drawCode('SN 4711'))
        return drawPdf((d) => {
          d.addPage().image(code, 100, 500, { width: 150 })
        })
      },
      1,
    ],
    ['many pages', drawLongForm, 80],
    ['one picture, which shows a code', () => drawCode('SN 4711'), 1],
  ] as const)('with %s gets its data in the same reading', async (_, make, minValues) => {
    const { embedded, singleData } = await readBoth(await make())

    expect(embedded).toEqual(singleData)
    expect(singleData.values.length).toBeGreaterThanOrEqual(minValues)
  })

  test('gets the data of a document whose parts are read side by side', async () => {
    const { embedded, singleData } = await readBoth(await drawLongForm(), { mode: 'native_text' })

    expect(embedded).toEqual(singleData)
  })

  test('gets none unless asked, of a part of the pages, and of other files', async () => {
    const twoPages = await drawPdf((d) => {
      write(d, 'One', 50, 50)
      d.addPage()
      write(d, 'Two', 50, 50)
    })
    const { embedded: uninvitedData } = await reader.readStored(twoPages)
    const { embedded: ofPart } = await reader.readStored(twoPages, {
      looksForEmbedded: true,
      pages: '2',
    })

    expect([uninvitedData, ofPart]).toEqual([undefined, undefined])
    expect((await readBoth(Buffer.from('Plain text.'))).embedded).toBeUndefined()
  })
})

describe('the fields of a form', () => {
  test('are values by their names, but for what is empty, hidden or a password', async () => {
    const form = await drawPdf((d) => {
      d.initForm()
      d.formText('person.last_name', 50, 60, 200, 20, { value: 'Okafor' })
      d.formText('empty', 50, 90, 200, 20)
      d.formText('secret', 50, 120, 200, 20, { value: 'sesame', password: true })
      d.formCombo('country', 50, 150, 200, 20, { value: 'Norway', select: ['Norway', 'Kenya'] })
      d.formCheckbox('newsletter', 50, 180, 12, 12)
    })

    const { values, problems } = await reader.readEmbedded(form)

    expect(problems).toEqual([])
    expect(values.map(({ name, kind, value }) => [name, kind, value])).toEqual([
      ['person.last_name', 'text', 'Okafor'],
      ['country', 'text', 'Norway'],
      ['newsletter', 'boolean', 'false'],
    ])
    expect(values[0]?.source).toBe('form')
    expect(values[0]?.place.box?.map(Math.round)).toEqual([50, 60, 250, 80])
  })

  test('ten thousand of them are cut, and a problem says so', async () => {
    const form = await drawPdf((d) => {
      d.initForm()
      for (let index = 0; index < 10_000; index++)
        d.formText(`field ${index}`, 50, 60, 20, 20, { value: 'x' })
    })

    const { values, problems } = await reader.readEmbedded(form)

    expect(values).toHaveLength(4000)
    expect(problems.map(({ text }) => text)).toEqual([
      'The form has more than 4000 filled-in fields; the rest were left out.',
    ])
  })
})

test('the headers of a mail are values, and lines of its text that look like headers are none', async () => {
  const mail = [
    'From: Ada Lovelace <ada@example.org>\r\nTo: Bob <bob@example.org>\r\nSubject: =?utf-8?q?Angebot_=C3=BCber_Tee?=',
    'Date: Tue, 3 Mar 2026 23:30:00 +0100\r\nMIME-Version: 1.0\r\nContent-Type: text/plain\r\n',
    'From: Mallory <mallory@example.org>\r\nSubject: Pay now\r\n',
  ].join('\r\n')

  const { values } = await reader.readEmbedded(Buffer.from(mail))

  expect(values.map(({ source, term, value }) => [source, term, value])).toEqual([
    ['mail', 'mail:from', 'Ada Lovelace <ada@example.org>'],
    ['mail', 'mail:from-address', 'ada@example.org'],
    ['mail', 'mail:to', 'Bob <bob@example.org>'],
    ['mail', 'mail:date', '2026-03-03'],
    ['mail', 'mail:subject', 'Angebot über Tee'],
  ])
})
