import type { DocumentText } from '@recto/document-text/model'
import { getHeight, middle } from '../align/boxes.ts'
import { type Passage, slicePassage } from '../align/passage.ts'
import type { CellRow } from '../labels/cell-rows.ts'
import { getCellPhrase, toPhrase } from '../labels/phrases.ts'
import { scoreFields } from '../labels/score-fields.ts'
import { fold } from '../values/fold.ts'
import { wordsInAllLanguages } from '../vocabulary/languages.ts'
import { hasPostcode } from './has-postcode.ts'
import { asksOnlyForName, customerWords, deliveryWords, sellerWords } from './question-words.ts'

export type PartyRole = 'seller' | 'customer' | 'delivery'

/** The lines of a form about one party: a heading that names it, above labels with their values. */
export type PartySection = {
  readonly party: PartyRole
  readonly heading: Passage
  /** All cells of the section below its heading. */
  readonly cells: readonly Passage[]
  /** The value of the label for a name, if there is one. */
  readonly name: Passage | undefined
  /** The lines of the value of the label for an address. */
  readonly addressLines: readonly Passage[]
}

const wordsByParty: Readonly<Record<PartyRole, ReadonlySet<string>>> = {
  seller: sellerWords,
  customer: customerWords,
  delivery: deliveryWords,
}
/** Words that a heading for a party can contain besides the party. */
const headingWords: ReadonlySet<string> = new Set(
  [
    ...wordsInAllLanguages('fillers'),
    ...wordsInAllLanguages('prepositions'),
    ...wordsInAllLanguages('titles'),
    ...'data details information info about party parties angaben daten informationen coordonnees informations dati datos gegevens dane'.split(
      ' ',
    ),
  ].map(fold),
)
const maxHeadingWords = 5
const minCompoundWord = 6

/** Finds the party that a heading names: `Käufer / Leistungsempfänger`, `Details of the supplier`. */
function findPartyOfHeading({ text }: Passage): PartyRole | undefined {
  if (/\d/.test(text) || text.length > 60) return undefined
  const words = toPhrase(text.replace(/[:：]$/u, ''))
  if (words.length === 0 || words.length > maxHeadingWords) return undefined
  const parties = words.map(findPartyOfWord)
  const namedParties = new Set(parties.filter((party) => party !== undefined))
  const [party] = namedParties
  const isHeading = words.every((word, index) => parties[index] ?? headingWords.has(word))
  return namedParties.size === 1 && isHeading ? party : undefined
}

/** Finds the party that a word or the end of a compound names: `Leistungsempfänger`. */
function findPartyOfWord(word: string): PartyRole | undefined {
  const entries = Object.entries(wordsByParty) as [PartyRole, ReadonlySet<string>][]
  const whole = entries.find(([, words]) => words.has(word))
  const compound = entries.find(([, words]) =>
    [...words].some((ending) => ending.length >= minCompoundWord && word.endsWith(ending)),
  )
  return (whole ?? compound)?.[0]
}

/** Maximum distance between the middles of two rows of a section, in line heights. */
const maxPitch = 4
const maxRows = 25
/** A section must begin with a labeled value within this number of rows. */
const maxRowsBeforeLabel = 2

/** Finds the sections of all pages, in reading order. */
export function findPartySections(
  document: DocumentText,
  rows: readonly CellRow[],
): readonly PartySection[] {
  return rows.flatMap((row, rowIndex) =>
    row.cells.flatMap((cell, column) => {
      const party = findPartyOfHeading(cell)
      if (!party) return []
      const columns = toColumns(row.cells, column)
      const section = readSection(document, rows.slice(rowIndex + 1, rowIndex + 1 + maxRows), {
        heading: cell,
        columns,
      })
      return section ? [{ party, heading: cell, ...section }] : []
    }),
  )
}

type SectionColumns = { readonly left: number; readonly right: number }
type SectionHead = { readonly heading: Passage; readonly columns: SectionColumns }

/** A section reaches from its heading to the next heading on the same row. */
function toColumns(cells: readonly Passage[], column: number): SectionColumns {
  const heading = cells[column]
  const next = cells[column + 1]
  const margin = heading ? getHeight(heading.box) : 0
  return {
    left: (heading?.box[0] ?? 0) - margin,
    right: next ? next.box[0] - margin : Number.POSITIVE_INFINITY,
  }
}

type LabeledCell = { readonly label: string; readonly value: Passage | undefined }

function readSection(
  document: DocumentText,
  rows: readonly CellRow[],
  { heading, columns }: SectionHead,
): Omit<PartySection, 'party' | 'heading'> | undefined {
  const sectionRows = collectRows(rows, { heading, columns })
  const labeledCells = sectionRows.map((cells) => readLabel(document, cells))
  const firstLabel = labeledCells.findIndex((one) => one !== undefined)
  if (firstLabel < 0 || firstLabel >= maxRowsBeforeLabel) return undefined
  const nameIndex = labeledCells.findIndex((one) => one?.value && isNameLabel(one.label))
  const addressIndex = labeledCells.findIndex((one) => one?.value && isAddressLabel(one.label))
  const address = labeledCells[addressIndex]?.value
  const plainLines = collectPlainLines(sectionRows, labeledCells)
  return {
    cells: sectionRows.flat(),
    name: labeledCells[nameIndex]?.value ?? plainLines[0],
    addressLines: address
      ? [address, ...collectContinuation(sectionRows.slice(addressIndex + 1), address)]
      : plainLines.slice(1),
  }
}

/** The first lines without labels, if they are a name above an address. */
function collectPlainLines(
  rows: readonly (readonly Passage[])[],
  labeledCells: readonly (LabeledCell | undefined)[],
): readonly Passage[] {
  const start = labeledCells.indexOf(undefined)
  if (start < 0) return []
  const rest = rows.slice(start)
  const end = rest.findIndex((cells, index) => cells.length !== 1 || labeledCells[start + index])
  const lines = (end < 0 ? rest : rest.slice(0, end)).flat()
  return lines.length > 1 && lines.slice(1).some(({ text }) => hasPostcode(text)) ? lines : []
}

/** Maximum growth of the distance between rows before a line without a label. */
const maxPitchGrowth = 1.6

/** Collects the rows below a heading, up to the next heading or a wide gap. */
function collectRows(
  rows: readonly CellRow[],
  { heading, columns }: SectionHead,
): readonly (readonly Passage[])[] {
  const collectedRows: Passage[][] = []
  const height = getHeight(heading.box)
  let last = heading
  let pitch = maxPitch * height
  for (const { page, cells } of rows) {
    const own = cells.filter(({ box }) => box[0] >= columns.left && box[0] < columns.right)
    const [first] = own
    if (!first) continue
    const drop = middle(first.box) - middle(last.box)
    const isApart = drop > maxPitch * height || (isPlainLine(own) && drop > pitch)
    if (page !== heading.page || isApart || findPartyOfHeading(first)) break
    collectedRows.push(own)
    pitch = Math.min(pitch, maxPitchGrowth * Math.max(drop, height))
    last = first
  }
  return collectedRows
}

const isPlainLine = (cells: readonly Passage[]): boolean =>
  cells.length === 1 && !/[:：]/u.test(cells[0]?.text ?? '')

/** Reads the label of a row and its value, in one cell or in two. */
function readLabel(
  document: DocumentText,
  [first, second]: readonly Passage[],
): LabeledCell | undefined {
  if (!first) return undefined
  if (second && /^[:：]/u.test(second.text))
    return { label: first.text, value: slicePassage(document, second, 1) }
  const colon = first.text.search(/[:：]/u)
  if (colon === first.text.length - 1) return { label: first.text.slice(0, colon), value: second }
  if (colon > 0)
    return {
      label: first.text.slice(0, colon),
      value: slicePassage(document, first, colon + 1),
    }
  const isKnown = [...scoreFields(getCellPhrase(first).phrase).values()].some(
    (score) => score > 0.9,
  )
  return second && (isKnown || isNameLabel(first.text))
    ? { label: first.text, value: second }
    : undefined
}

const minLabelScore = 0.95
const nameFields = ['full-name', 'seller-name', 'customer-name', 'delivery-name'] as const

function isNameLabel(label: string): boolean {
  const words = toPhrase(label).filter((word) => findPartyOfWord(word) === undefined)
  const scores = scoreFields(toPhrase(label))
  return (
    asksOnlyForName(words) || nameFields.some((name) => (scores.get(name) ?? 0) >= minLabelScore)
  )
}

const addressFields = ['address', 'customer-address', 'delivery-address', 'street'] as const

function isAddressLabel(label: string): boolean {
  const scores = scoreFields(toPhrase(label))
  return addressFields.some((name) => (scores.get(name) ?? 0) >= minLabelScore)
}

/** Collects the lines below a value that have no label and stand in its column. */
function collectContinuation(
  rows: readonly (readonly Passage[])[],
  value: Passage,
): readonly Passage[] {
  const end = rows.findIndex(
    (cells) =>
      cells.length !== 1 ||
      /[:：]/u.test(cells[0]?.text ?? '') ||
      Math.abs((cells[0]?.box[0] ?? 0) - value.box[0]) > getHeight(value.box),
  )
  return (end < 0 ? rows : rows.slice(0, end)).flat()
}
