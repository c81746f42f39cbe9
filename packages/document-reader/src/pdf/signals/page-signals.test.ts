import { expect, test } from 'vitest'
import { type Drawing, drawPdf, write } from '../../testing/draw-pdf.ts'
import { greyPicture } from '../../testing/grey-picture.ts'
import { rawPage } from '../../testing/raw-pdf.ts'
import { readPdfPages } from '../../testing/read-pdf-pages.ts'
import { decideOcrNeed } from './needs-ocr.ts'
import type { PageSignals } from './page-signals.ts'

const scan = greyPicture(600, 800)

async function signalsOf(bytes: Uint8Array | Promise<Uint8Array>): Promise<PageSignals> {
  const [reading] = await readPdfPages(bytes)
  return reading!.signals
}

async function needOf(draw: (drawing: Drawing) => void): Promise<string> {
  return decideOcrNeed(await signalsOf(drawPdf(draw)))
}

function writeLetter(drawing: Drawing): void {
  for (let line = 0; line < 40; line++)
    write(drawing, 'This is a line of a letter that was written today', 50, 60 + line * 18)
}

test('digital text needs no OCR, with a logo or without', async () => {
  const letter = (d: Drawing) => {
    writeLetter(d)
    d.image(scan, 450, 20, { width: 100, height: 60 })
  }

  expect(await needOf(writeLetter)).toBe('none')
  expect(await needOf(letter)).toBe('none')
  expect(await needOf(() => {})).toBe('none')
  expect(await signalsOf(drawPdf(letter))).toMatchObject({ gibberish: 0, hasInk: true })
})

test('a colour or a gradient behind the text needs no OCR', async () => {
  const need = await needOf((d) => {
    d.image(greyPicture(40, 40), 0, 0, { width: 595, height: 841 })
    write(d, 'Invoice', 50, 60)
  })

  expect(need).toBe('none')
})

test('a page that is one picture is read by OCR as a whole', async () => {
  expect(await needOf((d) => d.image(scan, 0, 0, { width: 595, height: 841 }))).toBe('page')
})

test('a digital letterhead on a scanned page leaves the picture to OCR', async () => {
  const need = await needOf((d) => {
    d.image(scan, 0, 0, { width: 595, height: 841 })
    write(d, 'Recto Ltd, 12 Long Street, Springfield', 50, 30)
  })

  expect(need).toBe('pictures')
})

test('a scan that comes with what was recognised on it needs no OCR', async () => {
  const underText = await needOf((d) => {
    d.image(scan, 0, 0, { width: 595, height: 841 })
    for (let line = 0; line < 10; line++) {
      // Render mode 3: neither filled nor stroked.
      d.addContent('3 Tr')
      write(d, 'These words were recognised on the picture', 50, 60 + line * 18)
    }
  })
  const overText = await needOf((d) => {
    for (let line = 0; line < 10; line++)
      write(d, 'These words were recognised on the picture', 50, 60 + line * 18)
    d.image(scan, 0, 0, { width: 595, height: 841 })
  })

  expect([underText, overText]).toEqual(['none', 'none'])
})

test('one hidden mark does not make a scan a read one', async () => {
  const need = await needOf((d) => {
    d.image(scan, 0, 0, { width: 595, height: 841 })
    d.addContent('3 Tr')
    write(d, 'sign', 50, 60)
  })

  expect(need).toBe('pictures')
})

/** A font that maps its codes to what the table says. */
function mapped(map: string, content: string): Uint8Array {
  return rawPage(`BT /T1 12 Tf 1 0 0 1 50 700 Tm ${content} ET`, {
    fonts: '/T1 7 0 R',
    more: [
      { dictionary: '', stream: `begincmap\n${map}\nendcmap` },
      '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode 6 0 R>>',
    ],
  })
}

const range = '1 begincodespacerange <00> <FF> endcodespacerange'

test('letters of private use are gibberish', async () => {
  const signals = await signalsOf(
    mapped(`${range} 1 beginbfrange <41> <5A> <E041> endbfrange`, '(QWERTZ ABCDE) Tj'),
  )

  expect(signals).toMatchObject({ letters: 11, gibberish: 1 })
  expect(decideOcrNeed(signals)).toBe('page')
})

const english =
  'the invoice total payment shipping address company street number date amount delivery order customer please within days thank quantity description price discount bank account transfer reference'

test('codes that no table explains are believed where they make words', async () => {
  const names = Array.from({ length: 90 }, (_, i) => `/g${i}`).join('')
  const unexplainedPdf = (text: string) =>
    rawPage(`BT /T1 12 Tf 1 0 0 1 50 700 Tm (${text}) Tj ET`, {
      fonts: '/T1 6 0 R',
      more: [
        `<</Type/Font/Subtype/Type1/BaseFont/ABCDEF+Own/Encoding<</Differences[33${names}]>>>>`,
      ],
    })

  const numbers = await signalsOf(unexplainedPdf('6R SLF]HN F]ZD7WHN :W SRQLHG]LDHN'))
  const letters = await signalsOf(unexplainedPdf('The invoice was paid on 4.5.2026'))

  expect(decideOcrNeed(numbers)).toBe('page')
  expect(decideOcrNeed(letters)).toBe('none')
})

test('a font whose characters are shifted is gibberish, its text is not', async () => {
  const draw = (shift: number) =>
    drawPdf((d) => {
      english.split(' ').forEach((word, i) => {
        const letters = [...word].map((c) => 97 + ((c.charCodeAt(0) - 97 + shift) % 26))
        write(d, String.fromCharCode(...letters), 50, 20 + i * 20)
      })
    })

  expect(decideOcrNeed(await signalsOf(draw(3)))).toBe('page')
  expect(decideOcrNeed(await signalsOf(draw(0)))).toBe('none')
})

test('part numbers, abbreviations and tables of digits are not gibberish', async () => {
  const signals = await signalsOf(
    drawPdf((d) => {
      for (let row = 0; row < 40; row++)
        write(d, `BRKT-${row * 31} XKCD${row} GMBH LTD ${row * 17}.50 KWH`, 50, 20 + row * 18)
    }),
  )

  expect(signals.gibberish).toBe(0)
})

/** Twenty lines in Helvetica, and as many words in a font whose characters are what `map` says. */
function partly(map: string, words: readonly string[]): Uint8Array {
  const lines = english
    .split(' ')
    .map((word, i) => `1 0 0 1 50 ${770 - i * 18} Tm (${word} of the letter) Tj`)
  const brokenLines = words.map((word, i) => `1 0 0 1 350 ${770 - i * 18} Tm (${word}) Tj`)
  return mapped(map, `/F1 12 Tf ${lines.join(' ')} /T1 12 Tf ${brokenLines.join(' ')}`)
}

test('only the words in a font that cannot be read are left to OCR', async () => {
  const codes = ['QWERTZ', 'ABCDEF', 'GHIJKL', 'MNOPQR', 'STUVWX']
  const bytes = partly(`${range} 1 beginbfrange <41> <5A> <E041> endbfrange`, codes)

  const [reading] = await readPdfPages(bytes)

  expect(decideOcrNeed(reading!.signals)).toBe('pictures')
  const remainingTexts = reading!.readable!.words.map(({ text }) => text)
  expect(remainingTexts).toContain('invoice')
  expect(remainingTexts.some((text) => /[\ue041-\ue05a]/.test(text))).toBe(false)
  expect(reading!.page.words.length).toBe(remainingTexts.length + codes.length)
})

test('icons and bullets in a font of their own leave no word to OCR', async () => {
  const icons = Array.from({ length: 25 }, (_, i) => 'ABCDE'[i % 5]!)
  const [reading] = await readPdfPages(
    partly(`${range} 1 beginbfrange <41> <5A> <E041> endbfrange`, icons),
  )

  expect(reading!.readable).toBeUndefined()
  expect(decideOcrNeed(reading!.signals)).toBe('none')
})
