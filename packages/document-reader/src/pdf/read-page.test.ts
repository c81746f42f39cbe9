import type { Page } from '@recto/document-text/model'
import { lineText } from '@recto/document-text/page-lines'
import { describe, expect, test } from 'vitest'
import { type Drawing, drawPdf, write } from '../testing/draw-pdf.ts'
import { rawPage, rawPdf } from '../testing/raw-pdf.ts'
import { readPdfPages } from '../testing/read-pdf-pages.ts'
import { repairPdf } from './document/repair-pdf.ts'
import type { ReadPageOptions } from './read-page.ts'

async function linesOf(bytes: Uint8Array | Promise<Uint8Array>): Promise<string[]> {
  const page = await pageOf(bytes)
  return page.lines.map((line) => lineText(page, line))
}

async function pageOf(
  bytes: Uint8Array | Promise<Uint8Array>,
  options?: ReadPageOptions,
): Promise<Page> {
  const [reading] = await readPdfPages(bytes, options)
  return reading!.page
}

/** Content with 12-point Helvetica that starts 50 points from the left and 100 from the top. */
function content(text: string): Uint8Array {
  return rawPage(`BT /F1 12 Tf 1 0 0 1 50 700 Tm ${text} ET`)
}

/** Codes from 41 hexadecimal on, whose characters the file's own table states. */
function mapped(codes: string, map: string): Uint8Array {
  const cMap = `begincmap 1 begincodespacerange <00> <FF> endcodespacerange\n${map}\nendcmap`
  return rawPage(`BT /T1 12 Tf 1 0 0 1 50 700 Tm <${codes}> Tj ET`, {
    fonts: '/T1 7 0 R',
    more: [
      { dictionary: '', stream: cMap },
      '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode 6 0 R>>',
    ],
  })
}

describe('letters', () => {
  test('ligatures are spelt out, accents meet their letters, emoji stay whole', async () => {
    const map = (pairs: string) => `${pairs.split(' ').length / 2} beginbfchar ${pairs} endbfchar`

    expect(await linesOf(mapped('4142', map('<41> <FB02> <42> <0061>')))).toEqual(['fla'])
    expect(await linesOf(mapped('41', map('<41> <00660069>')))).toEqual(['fi'])
    expect(await linesOf(mapped('4142', map('<41> <D83DDE00> <42> <0062>')))).toEqual(['😀b'])
    const [accentedLine] = await linesOf(mapped('4142', map('<41> <0065> <42> <0301>')))
    expect(accentedLine?.normalize('NFC')).toBe('é')
  })

  test('boxes and marks of Wingdings are what they look like, other private codes stay', async () => {
    const map = '1 beginbfchar <41> <F0FE> endbfchar'
    const latin1 = Buffer.from(mapped('41', map)).toString('latin1')
    const namedPdf = latin1.replace('/BaseFont/Helvetica/To', '/BaseFont/Wingdings/To')

    expect(await linesOf(new Uint8Array(Buffer.from(namedPdf, 'latin1')))).toEqual(['☑'])
    expect(await linesOf(mapped('41', map))).toEqual(['\uf0fe'])
  })

  test('ligatures that a font names in its own way are known by their width', async () => {
    const namedFont = (text: string, widths: string) =>
      rawPage(`BT /T1 12 Tf 1 0 0 1 50 700 Tm (${text}) Tj ET`, {
        fonts: '/T1 6 0 R',
        more: [
          `<</Type/Font/Subtype/Type1/BaseFont/ABCDEF+Own/FirstChar 30/LastChar 31/Widths[${widths}]/Encoding<</BaseEncoding/WinAnsiEncoding/Differences[30/f_f_i/f_f]>>/FontDescriptor 7 0 R>>`,
          '<</Type/FontDescriptor/FontName/ABCDEF+Own/Flags 32/Ascent 718/Descent -207/ItalicAngle 0/CapHeight 718/StemV 80/FontBBox[-166 -225 1000 931]/MissingWidth 300>>',
        ],
      })

    expect(await linesOf(namedFont('stu\\037', '900 600'))).toEqual(['stuff'])
    expect(await linesOf(namedFont('o\\036ce', '900 600'))).toEqual(['office'])
    expect(await linesOf(namedFont('st\\037op', '900 100'))).toEqual(['stop'])
  })

  test('Hebrew is read from the right', async () => {
    const map = '1 beginbfrange <41> <44> <05D0> endbfrange'

    expect(await linesOf(mapped('41424344', map))).toEqual(['דגבא'])
  })

  test('Chinese is not cut between its characters', async () => {
    const map = '1 beginbfrange <41> <45> <4E00> endbfrange'

    expect(await linesOf(mapped('4142434445', map))).toEqual(['一丁丂七丄'])
  })

  test('a word that is broken at the end of a line keeps its hyphen and its halves', async () => {
    const lines = await linesOf(content('(interna-) Tj 0 -14 Td (tional trade) Tj'))

    expect(lines).toEqual(['interna-', 'tional trade'])
  })

  test('raised letters stay on their line', async () => {
    const lines = await linesOf(
      content('(100 m) Tj 6 Ts /F1 7 Tf (2) Tj 0 Ts /F1 12 Tf ( of floor) Tj'),
    )

    expect(lines).toEqual(['100 m² of floor'])
  })

  test('letters drawn twice to look bold, or with a shadow, are read once', async () => {
    const lines = await linesOf(
      drawPdf((d) => {
        let x = 50
        for (const letter of 'Total') {
          write(d, letter, x, 100)
          write(d, letter, x + 0.4, 100)
          x += d.widthOfString(letter)
        }
        for (const offset of [0, 1]) write(d, 'Book 1100', 50 + offset, 130 + offset)
      }),
    )

    expect(lines).toEqual(['Total', 'Book 1100'])
  })
})

describe('titles whose letters are drawn apart', () => {
  const drawSpaced = (text: string, options: object) => (d: Drawing) =>
    void d.text(text, 50, 100, { lineBreak: false, ...options })

  test('are words, with or without a space that the file spells', async () => {
    const spacedLines = await linesOf(drawPdf(drawSpaced('TOTAL DUE', { characterSpacing: 5 })))
    const placedLines = await linesOf(
      drawPdf((d) => {
        let x = 50
        for (const letter of 'INVOICE NOW') {
          if (letter !== ' ') write(d, letter, x, 100)
          x += 14
        }
      }),
    )

    expect(spacedLines).toEqual(['TOTAL DUE'])
    expect(placedLines).toEqual(['INVOICE NOW'])
  })

  test('stay apart where the file spells a space after each letter', async () => {
    expect(await linesOf(content('(T O T A L) Tj'))).toEqual(['T O T A L'])
  })

  test('are not made of the heads of columns or of lone digits', async () => {
    const heads = await linesOf(
      drawPdf((d) => [...'ABCDE'].forEach((head, i) => void write(d, head, 50 + i * 60, 100))),
    )
    const digits = await linesOf(
      drawPdf((d) => [...'12345'].forEach((digit, i) => void write(d, digit, 50 + i * 14, 100))),
    )

    expect([...heads, ...digits]).toEqual(['A B C D E', '1 2 3 4 5'])
  })
})

describe('the places of letters', () => {
  test('are kept when they are asked for', async () => {
    const bytes = content('(Ab cd) Tj')

    const [first, second] = (await pageOf(bytes, { withGlyphs: true })).words

    expect(first?.glyphs?.isSpaced).toBe(true)
    expect(second?.glyphs?.isSpaced).toBe(false)
    // Helvetica: A is .667 of the size wide, b .556. The place of the space follows.
    const expectedEdges = [50, 58.004, 58.004, 64.676, 64.676, 64.676]
    first?.glyphs?.edges.forEach((edge, i) => void expect(edge).toBeCloseTo(expectedEdges[i]!, 1))
    expect(first?.glyphs?.edges).toHaveLength(6)
    expect((await pageOf(bytes)).words[0]).not.toHaveProperty('glyphs')
  })

  test('end at the advance and begin at the origin, however far the ink hangs over', async () => {
    // The file states that its letter W is .5 of the size wide; its ink is about .93.
    const fonts = '/T1 6 0 R'
    const bytes = rawPage('BT /T1 10 Tf 1 0 0 1 50 700 Tm (W) Tj ET', {
      fonts,
      more: [
        '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/FirstChar 87/LastChar 87/Widths[500]/FontDescriptor 7 0 R>>',
        '<</Type/FontDescriptor/FontName/Helvetica/Flags 32/Ascent 718/Descent -207/ItalicAngle 0/CapHeight 718/StemV 80/FontBBox[-166 -225 1000 931]>>',
      ],
    })

    const [word] = (await pageOf(bytes, { withGlyphs: true })).words

    expect(word?.glyphs?.edges[0]).toBeCloseTo(50, 2)
    expect(word?.glyphs?.edges[1]).toBeCloseTo(55, 2)
    // The base line is 100 from the top; the font reaches .207 of its size below it.
    expect(word?.glyphs?.tops?.[0]).toBeCloseTo(100 - 10 * (1 - 0.207), 2)
  })

  test('a space that the file spells at the end of a run ends a word, however narrow it is', async () => {
    const bytes = rawPage(
      'BT /F1 6 Tf 1 0 0 1 50 700 Tm (go ) Tj ET BT /F1 6 Tf 1 0 0 1 58.4 700 Tm (on) Tj ET',
    )

    const words = (await pageOf(bytes, { withGlyphs: true })).words

    expect(words.map(({ text, glyphs }) => [text, glyphs?.isSpaced])).toEqual([
      ['go', true],
      ['on', false],
    ])
  })

  test('a ligature shares its width among its letters', async () => {
    const bytes = mapped('41', '1 beginbfchar <41> <FB01> endbfchar')

    const [word] = (await pageOf(bytes, { withGlyphs: true })).words

    expect(word?.text).toBe('fi')
    const [start = 0, middle, repeatedEdge, end = 0] = word?.glyphs?.edges ?? []
    expect([middle, repeatedEdge]).toEqual([(start + end) / 2, (start + end) / 2])
  })

  test('words that are joined join their letters', async () => {
    const bytes = drawPdf((d) => void d.text('TOTAL', 50, 100, { characterSpacing: 5 }))

    const [word] = (await pageOf(bytes, { withGlyphs: true })).words

    expect(word?.text).toBe('TOTAL')
    expect(word?.glyphs?.edges).toHaveLength(10)
  })
})

describe('damaged and locked documents', () => {
  const page = (number: number) => [
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents ${number + 1} 0 R/Resources<</Font<</F1 3 0 R>>>>>>`,
    { dictionary: '', stream: `BT /F1 12 Tf 1 0 0 1 50 700 Tm (page of object ${number}) Tj ET` },
  ]
  const three = rawPdf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[4 0 R 6 0 R 8 0 R]/Count 3>>',
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    ...[4, 6, 8].flatMap(page),
  ])

  test('a file that was cut off gives the pages that are left', async () => {
    const text = Buffer.from(three).toString('latin1')
    const cut = three.slice(0, text.indexOf('8 0 obj'))

    const repairedPdf = repairPdf(cut)

    expect(repairPdf(new Uint8Array(Buffer.from('%PDF-1.7\n4 0 obj <<>> endobj')))).toBeUndefined()
    const pages = await readPdfPages(repairedPdf!)
    const texts = pages.map(({ page }) => page.lines.map((line) => lineText(page, line)).join())
    expect(texts.slice(0, 2)).toEqual(['page of object 4', 'page of object 6'])
    expect(pages.slice(2).map(({ state }) => state)).not.toContain('words')
  })

  test('a table of objects that points nowhere is made anew', async () => {
    const text = Buffer.from(three).toString('latin1')
    const brokenBytes = Buffer.from(text.replace(/startxref\n\d+/, 'startxref\n9999999'), 'latin1')

    expect(await readPdfPages(new Uint8Array(brokenBytes))).toHaveLength(3)
  })

  test('an owner password alone, or an empty user password, locks nobody out', async () => {
    const draw = (d: Drawing) => write(d, 'Total 42.00', 50, 100)

    const owner = await linesOf(drawPdf(draw, { ownerPassword: 'owner' }))
    const empty = await linesOf(drawPdf(draw, { ownerPassword: 'owner', userPassword: '' }))

    expect([owner, empty]).toEqual([['Total 42.00'], ['Total 42.00']])
  })
})
