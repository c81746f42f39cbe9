import { type RawObject, rawPage } from './raw-pdf.ts'

/** A page with a letter that everybody sees, and `text` in a way that nobody does. */
export type HiddenWay = { readonly reason: string; readonly page: (text: string) => Uint8Array }

const letter =
  'BT /F1 12 Tf 1 0 0 1 50 740 Tm (Invoice 4711 of Acme Ltd) Tj 1 0 0 1 50 720 Tm (Total amount due 42.00 EUR) Tj ET '

const line = (text: string, x: number, y: number, style = { before: '', size: 12 }) =>
  `BT ${style.before} /F1 ${style.size} Tf 1 0 0 1 ${x} ${y} Tm (${escapeText(text)}) Tj ET `

const escapeText = (text: string) => text.replaceAll(/[\\()]/g, '\\$&')

const layerOff = '/OCProperties<</OCGs[6 0 R]/D<</OFF[6 0 R]/Order[]>>>>'
const layer: RawObject = '<</Type/OCG/Name(Draft)>>'
const imageOf = (levels: string): RawObject => ({
  dictionary:
    '/Type/XObject/Subtype/Image/Width 2/Height 2/ColorSpace/DeviceGray/BitsPerComponent 8/Filter/ASCIIHexDecode',
  stream: `${levels}>`,
})
const form = (content: string, otherEntries = ''): RawObject => ({
  dictionary: `/Type/XObject/Subtype/Form/BBox[0 0 600 800]/Resources<</Font<</F1 5 0 R>>>>${otherEntries}`,
  stream: content,
})
const tiles: RawObject = {
  dictionary:
    '/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 10 10]/XStep 10/YStep 10/Resources<<>>',
  stream: '0.9 0.9 1 rg 0 0 10 10 re f',
}
const patch = (operators: string): RawObject => ({
  dictionary:
    '/Type/XObject/Subtype/Form/BBox[40 580 560 640]/Resources<</ExtGState<</G1<</BM/Multiply>>>>>>',
  stream: `${operators} 1 1 0.8 rg 40 580 520 60 re f`,
})
const stamp = '<</Type/Annot/Subtype/Stamp/F 4/Rect[40 580 560 640]/AP<</N 7 0 R>>>>'
/** How the patch treats what is under it. */
const veil = (state: string, colour: string): RawObject => ({
  dictionary: `/Type/XObject/Subtype/Form/BBox[40 580 560 640]/Resources<</ExtGState<</G1<<${state}>>>>>>`,
  stream: `/G1 gs ${colour} rg 40 580 520 60 re f`,
})
const faint = '/ExtGState<</G1<</ca 0.02/CA 0.02>>>>'

export const hiddenWays: Readonly<Record<string, HiddenWay>> = {
  'white on white': {
    reason: 'no-contrast',
    page: (text) => rawPage(`${letter}1 1 1 rg ${line(text, 50, 600)}`),
  },
  'nearly white on white': {
    reason: 'no-contrast',
    page: (text) => rawPage(`${letter}0.97 0.98 0.99 rg ${line(text, 50, 600)}`),
  },
  'in the colour of a panel': {
    reason: 'no-contrast',
    page: (text) => rawPage(`${letter}0.1 0.2 0.5 rg 40 580 500 60 re f ${line(text, 50, 600)}`),
  },
  'white on a panel that is clipped away': {
    reason: 'no-contrast',
    page: (text) =>
      rawPage(
        `${letter}q 0 0 20 20 re W n 0.1 0.1 0.3 rg 40 580 500 60 re f Q 1 1 1 rg ${line(text, 50, 600)}`,
      ),
  },
  'white beside a dark triangle': {
    reason: 'no-contrast',
    page: (text) =>
      rawPage(
        `${letter}0.1 0.1 0.3 rg 40 580 m 540 700 l 40 700 l h f 1 1 1 rg ${line(text, 250, 590)}`,
      ),
  },
  'white on a panel with a hole': {
    reason: 'no-contrast',
    page: (text) =>
      rawPage(
        `${letter}0.1 0.1 0.3 rg 40 580 500 60 re 45 590 490 30 re f* 1 1 1 rg ${line(text, 50, 600)}`,
      ),
  },
  'white on a panel of a layer that is off': {
    reason: 'no-contrast',
    page: (text) =>
      rawPage(
        `${letter}/OC /L1 BDC 0.1 0.1 0.3 rg 40 580 500 60 re f EMC 1 1 1 rg ${line(text, 50, 600)}`,
        { catalogue: layerOff, resources: '/Properties<</L1 6 0 R>>', more: [layer] },
      ),
  },
  'white through other letters': {
    reason: 'no-contrast',
    page: (text) => rawPage(`${letter}1 1 1 rg ${line(text, 52, 713)}`),
  },
  'not painted': {
    reason: 'transparent',
    page: (text) => rawPage(`${letter}${line(text, 50, 600, { before: '3 Tr', size: 12 })}`),
  },
  'only for clipping': {
    reason: 'transparent',
    page: (text) => rawPage(`${letter}q ${line(text, 50, 600, { before: '7 Tr', size: 12 })}Q`),
  },
  'with no opacity': {
    reason: 'transparent',
    page: (text) => rawPage(`${letter}/G1 gs ${line(text, 50, 600)}`, { resources: faint }),
  },
  'in a form without opacity': {
    reason: 'transparent',
    page: (text) =>
      rawPage(`${letter}/G1 gs /X1 Do`, {
        resources: `${faint}/XObject<</X1 6 0 R>>`,
        more: [form(line(text, 50, 600), '/Group<</S/Transparency>>')],
      }),
  },
  'as an outline in white': {
    reason: 'no-contrast',
    page: (text) =>
      rawPage(`${letter}1 1 1 RG ${line(text, 50, 600, { before: '1 Tr', size: 12 })}`),
  },
  'white and turned': {
    reason: 'no-contrast',
    page: (text) => rawPage(`${letter}1 1 1 rg q 0.7 0.7 -0.7 0.7 60 300 cm ${line(text, 0, 0)}Q`),
  },
  'one point high': {
    reason: 'tiny',
    page: (text) => rawPage(`${letter}${line(text, 50, 600, { before: '', size: 1 })}`),
  },
  'made small by a matrix': {
    reason: 'tiny',
    page: (text) =>
      rawPage(`${letter}q 0.05 0 0 0.05 50 600 cm ${line(text, 0, 0, { before: '', size: 20 })}Q`),
  },
  'squeezed to a line': {
    reason: 'tiny',
    page: (text) => rawPage(`${letter}${line(text, 50, 600, { before: '2 Tz', size: 12 })}100 Tz`),
  },
  'beside the page': {
    reason: 'outside',
    page: (text) => rawPage(`${letter}${line(text, 50, 900)}`),
  },
  'beside the crop box': {
    reason: 'outside',
    page: (text) => rawPage(`${letter}${line(text, 50, 100)}`, { page: '/CropBox[0 200 600 800]' }),
  },
  'beside its clipping': {
    reason: 'outside',
    page: (text) => rawPage(`${letter}q 0 0 20 20 re W n ${line(text, 50, 600)}Q`),
  },
  'under a picture': {
    reason: 'covered',
    page: (text) =>
      rawPage(`${letter}${line(text, 50, 600)}q 500 0 0 60 40 580 cm /I1 Do Q`, {
        resources: '/XObject<</I1 6 0 R>>',
        more: [imageOf('FFFFFFFF')],
      }),
  },
  'under a pattern': {
    reason: 'covered',
    page: (text) =>
      rawPage(`${letter}${line(text, 50, 600)}/Pattern cs /P1 scn 40 580 520 60 re f`, {
        resources: '/Pattern<</P1 6 0 R>>',
        more: [tiles],
      }),
  },
  'under a white panel': {
    reason: 'covered',
    page: (text) => rawPage(`${letter}${line(text, 50, 600)}1 1 1 rg 40 580 520 60 re f`),
  },
  'under an annotation': {
    reason: 'covered',
    page: (text) =>
      rawPage(`${letter}${line(text, 50, 600)}`, {
        page: '/Annots[6 0 R]',
        more: [stamp, patch('')],
      }),
  },
  'on grey under an annotation that burns': {
    reason: 'covered',
    page: (text) =>
      rawPage(`${letter}0.6 g 40 580 520 60 re f 0 g ${line(text, 50, 600)}`, {
        page: '/Annots[6 0 R]',
        more: [stamp, veil('/BM/ColorBurn', '0.1 0.1 0.1')],
      }),
  },
  'on a layer that is off': {
    reason: 'layer',
    page: (text) =>
      rawPage(`${letter}/OC /L1 BDC ${line(text, 50, 600)}EMC`, {
        catalogue: layerOff,
        resources: '/Properties<</L1 6 0 R>>',
        more: [layer],
      }),
  },
  'in a form on a layer that is off': {
    reason: 'layer',
    page: (text) =>
      rawPage(`${letter}/OC /L1 BDC /X1 Do EMC`, {
        catalogue: layerOff,
        resources: '/Properties<</L1 6 0 R>>/XObject<</X1 7 0 R>>',
        more: [layer, form(line(text, 50, 600))],
      }),
  },
  'in a form that names a layer that is off': {
    reason: 'layer',
    page: (text) =>
      rawPage(`${letter}/X1 Do`, {
        catalogue: layerOff,
        resources: '/XObject<</X1 7 0 R>>',
        more: [layer, form(line(text, 50, 600), '/OC 6 0 R')],
      }),
  },
  'in a hidden annotation': {
    reason: 'annotation',
    page: (text) =>
      rawPage(letter, {
        page: '/Annots[6 0 R]',
        more: [
          `<</Type/Annot/Subtype/FreeText/F 2/Rect[50 590 550 620]/Contents(${escapeText(text)})/AP<</N 7 0 R>>>>`,
          {
            dictionary:
              '/Type/XObject/Subtype/Form/BBox[50 590 550 620]/Resources<</Font<</F1 5 0 R>>>>',
            stream: line(text, 50, 600),
          },
        ],
      }),
  },
}

const letterLine = 'BT /F1 12 Tf 1 0 0 1 50 740 Tm (Invoice 4711 of Acme Ltd) Tj ET '
const amountLine = 'BT /F1 12 Tf 1 0 0 1 50 720 Tm (Total amount due 42.00 EUR) Tj ET '
const replacementSpan = (text: string, content: string) =>
  `/Span<</ActualText(${escapeText(text)})>>BDC ${content}EMC `

/** Texts that a file states in place of what it draws. */
export const replacingWays: Readonly<Record<string, HiddenWay>> = {
  'in place of other letters': {
    reason: 'other-letters',
    page: (text) => rawPage(`${replacementSpan(text, letterLine)}${amountLine}`),
  },
  'in place of several lines': {
    reason: 'other-letters',
    page: (text) => rawPage(replacementSpan(text, letter)),
  },
  'in place of a space': {
    reason: 'other-letters',
    page: (text) => rawPage(`${letter}${replacementSpan(text, line(' ', 50, 600))}`),
  },
  'in place of letters, by a resource': {
    reason: 'other-letters',
    page: (text) =>
      rawPage(`/Span /P1 BDC ${letterLine}EMC ${amountLine}`, {
        resources: '/Properties<</P1 6 0 R>>',
        more: [`<</ActualText(${escapeText(text)})>>`],
      }),
  },
  'in place of letters inside another replacement': {
    reason: 'other-letters',
    page: (text) =>
      rawPage(
        `/Span<</ActualText(Invoice 4711 of Acme Ltd)>>BDC ${replacementSpan(text, letterLine)}EMC ${amountLine}`,
      ),
  },
  'in place of letters of a form': {
    reason: 'other-letters',
    page: (text) =>
      rawPage(`/X1 Do ${amountLine}`, {
        resources: '/XObject<</X1 6 0 R>>',
        more: [form(replacementSpan(text, letterLine))],
      }),
  },
}

/** A page that draws a total of 42.00 and states another text for it. */
export const statedAmount = (text: string): Uint8Array =>
  rawPage(`${letterLine}${replacementSpan(text, amountLine)}`)

/** Texts that only describe what is drawn, which the reader never reads. */
export const describingWays: Readonly<Record<string, (text: string) => Uint8Array>> = {
  'as the description of a figure': (text) =>
    rawPage(`${letter}/Figure<</Alt(${escapeText(text)})>>BDC ${line(' ', 50, 600)}EMC`),
  'as the expansion of an abbreviation': (text) =>
    rawPage(`/Span<</E(${escapeText(text)})>>BDC ${letter}EMC`),
}

/** A page whose largest letter has the colour of `text`, which stands on it, or under it. */
export function underHugeLetter(text: string, isOver: boolean): Uint8Array {
  const huge = 'BT /F1 900 Tf 1 0 0 1 30 400 Tm (_) Tj ET '
  const small = line(text, 100, 300)
  return rawPage(isOver ? `${letter}${huge}${small}` : `${letter}${small}${huge}`)
}

const names: Readonly<Record<string, string>> = { ' ': 'space', '.': 'period' }

/**
 * A page whose letters look like `shown`, letters and spaces of which are drawn in Helvetica, while its table of characters
 * says `text`.
 */
export function disguisedText(text: string, shownText: string): Uint8Array {
  const letters = [...text]
  const drawnLetters = [...shownText.padEnd(letters.length, 'x')].slice(0, letters.length)
  const codeOf = (i: number) => (0x21 + i).toString(16)
  const differences = drawnLetters.map((one) => `/${names[one] ?? one}`).join(' ')
  const pairs = letters.map(
    (one, i) => `<${codeOf(i)}> <${one.charCodeAt(0).toString(16).padStart(4, '0')}>`,
  )
  const map = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /A def 1 begincodespacerange <00> <FF> endcodespacerange ${pairs.length} beginbfchar ${pairs.join(' ')} endbfchar endcmap end end`
  return rawPage(
    `${letter}BT /F2 12 Tf 1 0 0 1 50 600 Tm <${letters.map((_, i) => codeOf(i)).join('')}> Tj ET`,
    {
      fonts: '/F2 6 0 R',
      more: [
        `<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding<</Type/Encoding/Differences[33 ${differences}]>>/ToUnicode 7 0 R>>`,
        { dictionary: '', stream: map },
      ],
    },
  )
}

/** Ways of writing that look odd to a program and plain to a person. */
export const shownWays: Readonly<Record<string, (text: string) => Uint8Array>> = {
  'white on a dark panel': (text) =>
    rawPage(`${letter}0.1 0.1 0.3 rg 40 580 500 60 re f 1 1 1 rg ${line(text, 50, 600)}`),
  'white on a row of dark cells': (text) =>
    rawPage(
      `${letter}0.1 0.1 0.3 rg 40 580 90 60 re 130 580 90 60 re 220 580 320 60 re f 1 1 1 rg ${line(text, 50, 600)}`,
    ),
  'on a pattern': (text) =>
    rawPage(`${letter}/Pattern cs /P1 scn 40 580 520 60 re f 0 g ${line(text, 50, 600)}`, {
      resources: '/Pattern<</P1 6 0 R>>',
      more: [tiles],
    }),
  'white on a dark shape': (text) =>
    rawPage(
      `${letter}0.1 0.1 0.3 rg 40 580 m 540 580 l 540 640 l 300 645 l 200 650 l 40 640 l h f 1 1 1 rg ${line(text, 50, 600)}`,
    ),
  'white on a dark picture': (text) =>
    rawPage(`${letter}q 500 0 0 60 40 580 cm /I1 Do Q 1 1 1 rg ${line(text, 50, 600)}`, {
      resources: '/XObject<</I1 6 0 R>>',
      more: [imageOf('10203010')],
    }),
  'in light grey': (text) => rawPage(`${letter}0.8 0.8 0.8 rg ${line(text, 50, 600)}`),
  'three points high': (text) =>
    rawPage(`${letter}${line(text, 50, 600, { before: '', size: 3 })}`),
  'of one point under a matrix': (text) =>
    rawPage(`${letter}q 12 0 0 12 50 600 cm ${line(text, 0, 0, { before: '', size: 1 })}Q`),
  'under a highlight': (text) =>
    rawPage(`${letter}${line(text, 50, 600)}/G1 gs 1 1 0 rg 40 590 500 30 re f`, {
      resources: '/ExtGState<</G1<</BM/Multiply>>>>',
    }),
  'under a highlight as annotation': (text) =>
    rawPage(`${letter}${line(text, 50, 600)}`, {
      page: '/Annots[6 0 R]',
      more: [
        '<</Type/Annot/Subtype/Highlight/F 4/Rect[40 580 560 640]/QuadPoints[40 640 560 640 40 580 560 580]/AP<</N 7 0 R>>>>',
        patch('/G1 gs'),
      ],
    }),
  'under a thin annotation': (text) =>
    rawPage(`${letter}${line(text, 50, 600)}`, {
      page: '/Annots[6 0 R]',
      more: [stamp, veil('/ca 0.5', '1 1 1')],
    }),
  'under a frame and over a rule': (text) =>
    rawPage(`${letter}${line(text, 50, 600)}40 590 500 30 re S 40 596 500 1 re f`),
  'as an outline': (text) =>
    rawPage(`${letter}1 1 1 rg ${line(text, 50, 600, { before: '1 Tr', size: 24 })}`),
  'twice, as with a shadow': (text) =>
    rawPage(
      `${letter}${line(text, 50, 600)}1 1 1 rg ${line(text, 50, 600)}0 g ${line(text, 50, 600)}`,
    ),
  'half clipped away': (text) => rawPage(`${letter}q 0 603 600 20 re W n ${line(text, 50, 600)}Q`),
  'stated as it is drawn': (text) =>
    rawPage(`${letter}${replacementSpan(text, line(text, 50, 600))}`),
  'stated without the hyphen at the end of a line': (text) =>
    rawPage(
      `${letter}${replacementSpan(text, `${line(`${text.slice(0, -6)}-`, 50, 600)}${line(text.slice(-6), 50, 580)}`)}`,
    ),
  'stated in other capitals': (text) =>
    rawPage(`${letter}${replacementSpan(text, line(text.toUpperCase(), 50, 600))}`),
  'on a layer that is on': (text) =>
    rawPage(`${letter}/OC /L1 BDC ${line(text, 50, 600)}EMC`, {
      catalogue: '/OCProperties<</OCGs[6 0 R]/D<</ON[6 0 R]/Order[]>>>>',
      resources: '/Properties<</L1 6 0 R>>',
      more: [layer],
    }),
  'in a form': (text) =>
    rawPage(`${letter}/X1 Do`, {
      resources: '/XObject<</X1 6 0 R>>',
      more: [form(line(text, 50, 600))],
    }),
}
