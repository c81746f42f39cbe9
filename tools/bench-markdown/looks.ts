import type { Random } from '../bench-boxes/random.ts'
import type { HeadingLook } from './known-document.ts'

/**
 * The open set is for working, the held-out set for measuring: it has other fonts, looks and words. In the varied set each document
 * has a look of tables that is put together by chance, so that people work on kinds of faults and not on a few looks.
 */
export type BenchmarkSet = 'open' | 'held-out' | 'varied'

export type WordLists = { readonly nouns: readonly string[]; readonly others: readonly string[] }

type Looks = {
  readonly fonts: readonly string[]
  readonly headings: readonly HeadingLook[]
  /** Style rules of tables. */
  readonly tables: readonly string[]
}

const look = (
  sizes: HeadingLook['sizes'],
  style: HeadingLook['style'],
  { isBold = true, isNumbered = false } = {},
): HeadingLook => ({ sizes, style, isBold, isNumbered })

const tableStyles = {
  grid: 'th,td{border:.75pt solid #000}',
  'row-lines': 'tr{border-bottom:.5pt solid #555}',
  plain: '',
  'head-line': 'thead{border-bottom:1pt solid #000}',
  zebra: 'tbody tr:nth-child(odd){background:#eee}thead{background:#335;color:#fff}',
  'column-lines':
    'table{border:.75pt solid #000}th,td{border-left:.5pt solid #000}thead{border-bottom:1pt solid #000}',
  'grey-grid': 'th,td{border:.5pt solid #ccc}thead{background:#f2f2f2}',
  book: 'table{border-top:1.5pt solid #000;border-bottom:1.5pt solid #000}thead{border-bottom:.5pt solid #000}',
} as const

/** Puts a look of tables together: lines, shades, widths, distances and alignments are independent of each other. */
export function drawTableStyle(random: Random): string {
  const line = random.pick([
    '.5pt solid #000',
    '.75pt solid #888',
    '.5pt dotted #333',
    '1pt solid #246',
  ])
  const rules = [
    random.pick(['', '', `table{border:${line}}`]),
    random.pick(['', '', `th,td{border-bottom:${line}}`]),
    random.pick(['', '', '', `th,td{border-left:${line}}`]),
    random.pick([
      '',
      `thead{border-bottom:${line}}`,
      'thead{background:#dde}',
      'thead{background:#222;color:#fff}',
    ]),
    random.pick(['', '', 'tbody tr:nth-child(even){background:#f0f0f4}']),
    random.pick(['', '', 'table{width:auto}', 'table{width:80%}']),
    `th,td{padding:${random.pick([1, 2, 3, 5])}pt ${random.pick([4, 6, 9])}pt}`,
    random.pick(['', '', 'th,td{vertical-align:middle}']),
    random.pick(['', 'th{text-align:center}', 'th,td{text-align:center}']),
    random.pick(['', '.n{text-align:left}', '.n{text-align:right}']),
    random.pick(['', 'th{font-weight:normal}']),
    random.pick(['', '', 'table{font-size:.85em;line-height:1.2}']),
  ]
  return rules.join('')
}

export const looksOf: Readonly<Record<BenchmarkSet, Looks>> = {
  open: {
    fonts: ['DejaVu Sans', 'DejaVu Serif'],
    headings: [
      look([2, 1.5, 1.2], 'plain'),
      look([1.8, 1.4, 1.25], 'plain', { isBold: false }),
      look([1.5, 1, 1], 'plain', { isNumbered: true }),
      look([1.6, 1.2, 1], 'centered'),
      look([2.2, 1.3, 1.1], 'ruled', { isNumbered: true }),
    ],
    tables: [
      tableStyles.grid,
      tableStyles['row-lines'],
      tableStyles.plain,
      tableStyles['head-line'],
    ],
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
    tables: [
      tableStyles.zebra,
      tableStyles['column-lines'],
      tableStyles['grey-grid'],
      tableStyles.book,
      tableStyles.plain,
    ],
  },
  varied: {
    fonts: ['DejaVu Serif', 'DejaVu Sans Condensed', 'DejaVu Sans Mono'],
    headings: [
      look([2.1, 1.55, 1.2], 'plain'),
      look([1.6, 1.3, 1.1], 'ruled'),
      look([1.9, 1.4, 1.15], 'colored', { isNumbered: true }),
    ],
    tables: [],
  },
}

const list = (text: string) => text.split(' ')

export const vocabularies: Readonly<Record<BenchmarkSet, WordLists>> = {
  open: {
    nouns: list(
      'invoice delivery supplier warehouse contract engine report customer payment office printer shelf window budget quarter manager market region product service machine paper review plan',
    ),
    others: list(
      'new open before with large under from every between annual green quick against second over lower about regular early after northern complete without simple',
    ),
  },
  varied: {
    nouns: list(
      'bearing flange pump sensor cable valve filter gasket motor switch boiler panel relay gauge fuse bracket pulley nozzle piston socket',
    ),
    others: list(
      'steel coated within sealed for upper by inner with rigid under flexible and outer at heavy of spare to insulated',
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
