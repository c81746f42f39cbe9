import type { HeadingLook, TableLook } from './known-document.ts'

/** The open half is for working, the held-out half for measuring: it has other fonts, looks and words. */
export type BenchmarkHalf = 'open' | 'held-out'

export type WordLists = { readonly nouns: readonly string[]; readonly others: readonly string[] }

type Looks = {
  readonly fonts: readonly string[]
  readonly headings: readonly HeadingLook[]
  readonly tables: readonly TableLook[]
}

const look = (
  sizes: HeadingLook['sizes'],
  style: HeadingLook['style'],
  { isBold = true, isNumbered = false } = {},
): HeadingLook => ({ sizes, style, isBold, isNumbered })

export const looksOf: Readonly<Record<BenchmarkHalf, Looks>> = {
  open: {
    fonts: ['DejaVu Sans', 'DejaVu Serif'],
    headings: [
      look([2, 1.5, 1.2], 'plain'),
      look([1.8, 1.4, 1.25], 'plain', { isBold: false }),
      look([1.5, 1, 1], 'plain', { isNumbered: true }),
      look([1.6, 1.2, 1], 'centered'),
      look([2.2, 1.3, 1.1], 'ruled', { isNumbered: true }),
    ],
    tables: ['grid', 'row-lines', 'plain', 'head-line'],
  },
  'held-out': {
    fonts: ['DejaVu Sans Condensed', 'DejaVu Serif Condensed', 'DejaVu Sans'],
    headings: [
      look([1.7, 1.35, 1.15], 'colored'),
      look([1.4, 1.1, 1], 'capitals'),
      look([2.4, 1.6, 1.3], 'ruled', { isBold: false }),
      look([1.3, 1, 1], 'colored', { isNumbered: true }),
      look([1.9, 1.25, 1], 'centered', { isNumbered: true }),
      look([1.5, 1.15, 1.05], 'plain'),
      look([1.2, 1, 1], 'capitals'),
    ],
    tables: ['zebra', 'column-lines', 'grey-grid', 'book', 'plain'],
  },
}

const list = (text: string) => text.split(' ')

export const vocabularies: Readonly<Record<BenchmarkHalf, WordLists>> = {
  open: {
    nouns: list(
      'invoice delivery supplier warehouse contract engine report customer payment office printer shelf window budget quarter manager market region product service machine paper review plan',
    ),
    others: list(
      'new open before with large under from every between annual green quick against second over lower about regular early after northern complete without simple',
    ),
  },
  'held-out': {
    nouns: list(
      'harbour vessel patient clinic harvest orchard tenant lease museum gallery forest timber student lecture railway station valley bridge recipe kitchen garden weather planet novel',
    ),
    others: list(
      'quiet broad beyond shared during narrow modern along distant gentle among heavy within careful across silver opposite plain recent toward steady hidden double inner',
    ),
  },
}
