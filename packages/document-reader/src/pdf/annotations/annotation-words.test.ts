import type { Page } from '@recto/document-text/model'
import { pageText } from '@recto/document-text/page-lines'
import { describe, expect, test } from 'vitest'
import { drawPdf, setOnPage, write } from '../../testing/draw-pdf.ts'
import { type RawObject, rawPage } from '../../testing/raw-pdf.ts'
import { readPdfPages } from '../../testing/read-pdf-pages.ts'

async function pageOf(bytes: Uint8Array | Promise<Uint8Array>): Promise<Page> {
  const [reading] = await readPdfPages(bytes)
  return reading!.page
}

const font = '/DA(/F1 12 Tf 0 g)'

/** A page with the given content and annotations; appearances are `more` objects, from number 6 on. */
function annotated(
  content: string,
  annotations: readonly string[],
  otherObjects: RawObject[] = [],
) {
  return rawPage(`BT /F1 12 Tf ${content} ET`, {
    page: `/Annots[${annotations.join('')}]`,
    catalogue: `/AcroForm<</Fields[]/DA(/F1 12 Tf 0 g)/DR<</Font<</F1 5 0 R>>>>>>`,
    more: otherObjects,
  })
}

/** The list of fields is empty: what stands on the page counts. */
function checkBox(state: string, rect: string, flags = 4): string {
  return `<</Type/Annot/Subtype/Widget/FT/Btn/T(box${rect})/F ${flags}/Rect[${rect}]/V/${state}/AS/${state}/AP<</N<</Yes 6 0 R/Off 6 0 R>>>>>>`
}

const emptyAppearance: RawObject = {
  dictionary: '/Type/XObject/Subtype/Form/BBox[0 0 12 12]',
  stream: '',
}

describe('check boxes and radio buttons', () => {
  test('stand as [X] or [ ] in their place, before their label', async () => {
    const page = await pageOf(
      drawPdf((d) => {
        d.initForm()
        d.formCheckbox('newsletter', 50, 100, 12, 12)
        write(d, 'Send me the newsletter', 70, 101)
      }),
    )

    expect(pageText(page)).toBe('[ ] Send me the newsletter')
  })

  test('are found also where the list of the form lacks them', async () => {
    const page = await pageOf(
      annotated(
        '1 0 0 1 70 702 Tm (Yes) Tj 1 0 0 1 170 702 Tm (No) Tj',
        [checkBox('Yes', '50 700 62 712'), checkBox('Off', '150 700 162 712')],
        [emptyAppearance],
      ),
    )

    expect(pageText(page)).toBe('[X] Yes [ ] No')
    expect(page.words[0]).toMatchObject({
      origin: 'form',
      isCheckbox: true,
      box: [50, 88, 62, 100],
    })
  })

  test('stand before their label on a page that is turned', async () => {
    for (const Rotate of [90, 180, 270]) {
      const rotatedPdf = drawPdf((d) => {
        setOnPage(d, { Rotate })
        d.initForm()
        write(d, 'Which letters do you want?', 50, 70)
        d.formCheckbox('newsletter', 50, 100, 12, 12)
        write(d, 'Send me the newsletter', 70, 101)
      })

      expect(pageText(await pageOf(rotatedPdf))).toBe(
        'Which letters do you want?\n[ ] Send me the newsletter',
      )
    }
  })

  test('hidden ones are left out', async () => {
    const page = await pageOf(
      annotated(
        '1 0 0 1 70 702 Tm (Yes) Tj',
        [checkBox('Yes', '50 700 62 712', 2)],
        [emptyAppearance],
      ),
    )

    expect(pageText(page)).toBe('Yes')
  })
})

const appearance = (text: string): RawObject => ({
  dictionary: '/Type/XObject/Subtype/Form/BBox[0 0 200 20]/Resources<</Font<</F1 5 0 R>>>>',
  stream: `BT /F1 10 Tf 1 0 0 1 120 5 Tm (${text}) Tj ET`,
})

function textField(value: string, appearanceEntry: string): string {
  return `<</Type/Annot/Subtype/Widget/FT/Tx/T(name)/F 4/Rect[100 695 300 715]/V(${value})${font}${appearanceEntry}>>`
}

describe('the value of a field', () => {
  const label = '1 0 0 1 50 700 Tm (Name:) Tj'

  test('is where its appearance draws it', async () => {
    const page = await pageOf(
      annotated(
        label,
        [textField('Ada Lovelace', '/AP<</N 6 0 R>>')],
        [appearance('Ada Lovelace')],
      ),
    )

    expect(pageText(page)).toBe('Name: Ada Lovelace')
    expect(page.words[1]?.origin).toBe('form')
    expect(page.words[1]?.box[0]).toBeCloseTo(220, 0)
  })

  test('counts where its appearance is broken or missing', async () => {
    const brokenPage = await pageOf(
      annotated(
        label,
        [textField('Ada', '/AP<</N 6 0 R>>')],
        [{ dictionary: '/Type/XObject/Subtype/Form', stream: '(((( BT Tj' }],
      ),
    )
    const missingPage = await pageOf(annotated(label, [textField('Ada', '')]))

    expect([brokenPage, missingPage].map(pageText)).toEqual(Array(2).fill('Name: Ada'))
  })

  test('is read in its order, also in Hebrew, whose letters PDFium draws from the left', async () => {
    const value = Buffer.from('\ufeffשלום עולם טוב', 'utf16le').swap16().toString('hex')
    const field = textField('', '').replace('/V()', `/V<${value}>`)

    const page = await pageOf(
      annotated(`${label} 1 0 0 1 50 600 Tm (Please fill in the fields) Tj`, [field]),
    )

    expect(pageText(page)).toBe('Name: שלום עולם טוב\nPlease fill in the fields')
  })

  test('gives way to its appearance, with a value or without', async () => {
    const formattedPage = await pageOf(
      annotated(label, [textField('302.8', '/AP<</N 6 0 R>>')], [appearance('302,80 EUR')]),
    )
    const emptyPage = await pageOf(
      annotated(label, [textField('', '/AP<</N 6 0 R>>')], [appearance('Ada Lovelace')]),
    )

    expect([formattedPage, emptyPage].map(pageText)).toEqual([
      'Name: 302,80 EUR',
      'Name: Ada Lovelace',
    ])
  })

  test('wins over an outdated appearance where the form asks programs to draw its fields', async () => {
    const drawnAnew = (value: string, shownText: string) =>
      pageOf(
        rawPage(`BT /F1 12 Tf ${label} ET`, {
          page: `/Annots[${textField(value, '/AP<</N 6 0 R>>')}]`,
          catalogue:
            '/AcroForm<</Fields[]/NeedAppearances true/DA(/F1 12 Tf 0 g)/DR<</Font<</F1 5 0 R>>>>>>',
          more: [appearance(shownText)],
        }),
      )

    expect(pageText(await drawnAnew('Ada', 'Grace'))).toBe('Name: Ada')
  })

  test('is not told of a password', async () => {
    const secret = textField('secret', '/Ff 8192/AP<</N 6 0 R>>')

    expect(pageText(await pageOf(annotated(label, [secret], [appearance('secret')])))).toBe('Name:')
  })

  test('is one word where each letter has a cell of its own', async () => {
    const page = await pageOf(
      annotated(label, [
        `<</Type/Annot/Subtype/Widget/FT/Tx/Ff 16777216/MaxLen 10/T(name)/F 4/Rect[100 695 300 715]/V(ADA LOVE)${font}>>`,
      ]),
    )

    expect(pageText(page)).toBe('Name: ADA LOVE')
  })

  test('stays on the line of the dots that it was written on', async () => {
    const page = await pageOf(
      annotated('1 0 0 1 50 700 Tm (Name: ................................................) Tj', [
        textField('Ada', ''),
      ]),
    )

    expect(page.lines).toHaveLength(1)
    expect(pageText(page)).toMatch(/^Name: \.+ Ada$/)
  })
})

describe('a signature', () => {
  /** What programs draw: a form in a form, in a box of its own that is made to fit. */
  const layers: RawObject[] = [
    {
      dictionary: '/Type/XObject/Subtype/Form/BBox[0 0 400 40]/Resources<</XObject<</n2 7 0 R>>>>',
      stream: 'q /n2 Do Q',
    },
    {
      dictionary: '/Type/XObject/Subtype/Form/BBox[0 0 400 40]/Resources<</Font<</F1 5 0 R>>>>',
      stream: 'BT /F1 20 Tf 1 0 0 1 200 10 Tm (Signed by Ada) Tj ET',
    },
  ]
  const signature =
    '<</Type/Annot/Subtype/Widget/FT/Sig/T(s)/F 4/Rect[100 695 300 715]/AP<</N 6 0 R>>>>'

  test('is read where its appearance shows it, made to fit its place', async () => {
    const page = await pageOf(annotated('1 0 0 1 50 700 Tm (By:) Tj', [signature], layers))

    expect(pageText(page)).toBe('By: Signed by Ada')
    // Half as large as it is drawn.
    expect(page.words[1]?.box[0]).toBeCloseTo(200, 0)
    expect(page.words[3]!.box[2] - page.words[1]!.box[0]).toBeLessThan(80)
  })

  test('is read too in a document that says nothing of a form', async () => {
    const page = await pageOf(rawPage('', { page: `/Annots[${signature}]`, more: layers }))

    expect(pageText(page)).toBe('Signed by Ada')
  })
})

test('a button shows its caption', async () => {
  const button = `<</Type/Annot/Subtype/Widget/FT/Btn/Ff 65536/T(b)/F 4/Rect[100 695 300 715]/AP<</N 6 0 R>>>>`

  expect(pageText(await pageOf(annotated('', [button], [appearance('Print form')])))).toBe(
    'Print form',
  )
})

describe('other annotations', () => {
  const box = '/F 4/Rect[100 600 300 620]/Contents(Paid in full)'
  const kind = (subtype: string, otherEntries = '') =>
    `<</Type/Annot/Subtype/${subtype}${box}${otherEntries}>>`

  test('text boxes and stamps are text, with an appearance or without', async () => {
    const withAppearance = await pageOf(
      annotated(
        '1 0 0 1 50 605 Tm (Status:) Tj',
        [kind('FreeText', '/AP<</N 6 0 R>>')],
        [appearance('Paid in full')],
      ),
    )
    const plainPage = await pageOf(annotated('', [kind('FreeText', font)]))
    const stamp = await pageOf(
      annotated('', [kind('Stamp', '/AP<</N 6 0 R>>')], [appearance('APPROVED')]),
    )

    expect(pageText(withAppearance)).toBe('Status: Paid in full')
    expect(withAppearance.words[1]).toMatchObject({ text: 'Paid', origin: 'markup' })
    expect(withAppearance.words[1]?.box[0]).toBeCloseTo(220, 0)
    expect(pageText(plainPage)).toBe('Paid in full')
    expect(pageText(stamp)).toBe('APPROVED')
  })

  test('a text that the page itself shows as well is read once', async () => {
    const page = await pageOf(
      annotated(
        '/F1 10 Tf 1 0 0 1 220 605 Tm (Paid in full) Tj',
        [kind('FreeText', '/AP<</N 6 0 R>>')],
        [appearance('Paid in full')],
      ),
    )

    expect(pageText(page)).toBe('Paid in full')
  })

  test('notes, comments and links are not on the page', async () => {
    const page = await pageOf(
      annotated('1 0 0 1 50 700 Tm (Invoice) Tj', [
        kind('Text'),
        kind('Popup'),
        kind('Highlight'),
        kind('Link'),
      ]),
    )

    expect(pageText(page)).toBe('Invoice')
  })
})
