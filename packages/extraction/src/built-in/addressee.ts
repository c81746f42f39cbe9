import { getHeight, middle } from '../align/boxes.ts'
import { isFromOcr, type Passage, slicePassage, toPassage } from '../align/passage.ts'
import type { BusinessField } from '../labels/business-fields.ts'
import { fold, wordsOf } from '../values/fold.ts'
import { wordsInAllLanguages } from '../vocabulary/languages.ts'
import { getCellsByHeight } from './cells-by-height.ts'
import { toMeantQuestion } from './concepts/meant-question.ts'
import type { FieldQuestion } from './field-question.ts'
import { hasPostcode } from './has-postcode.ts'
import { isReceipt } from './is-receipt.ts'
import { toComparableLetters } from './issuer-hints.ts'
import { findLegalForm } from './legal-forms.ts'
import { classifyLine, isHeading, isPossibleName } from './letterhead-lines.ts'
import { findBlockAddress, getPartyBlocks } from './party-blocks.ts'
import {
  matchPrefixLength,
  normalizeLineStart,
  startsWithAny,
  toPrefixIndex,
} from './prefix-index.ts'
import type { PreparedDocument } from './prepare-document.ts'
import type { Finding } from './read-typed-value.ts'
import { isTownLine } from './seller-address.ts'

/** A name and address, one line below the other, without a heading that states whose they are. */
export type AddressBlock = {
  /** The lines from the name on, without lines that only contain a form of address. */
  readonly lines: readonly Passage[]
  readonly isGreeted: boolean
}

/**
 * Maximum position of an address block on the first page, as a share of its height: letters are
 * addressed in the upper half.
 */
const maxBlockHeight = 0.5
/** Maximum distance between the middles of two lines, in line heights. */
const maxPitch = 1.9
/** The same where an address is set with blank lines between its parts. */
const maxPitchInAddress = 5
const maxLines = 7
const minLines = 2
const maxCells = 120

/** Finds the address blocks at the top of the first page, from top to bottom. */
function findAddressBlocks(preparedDocument: PreparedDocument): readonly AddressBlock[] {
  const height = preparedDocument.document.pages[0]?.height ?? 0
  const cells = getCellsByHeight(preparedDocument, 0)
    .filter(({ box }) => middle(box) < maxBlockHeight * height)
    .slice(0, maxCells)
  const ends = cells
    .map((cell, index) => (endsAddress(preparedDocument, cell) ? index : undefined))
    .filter((value) => value !== undefined)
  const blocks = ends.flatMap((index) => collectBlockAbove(preparedDocument, cells, index) ?? [])
  // A street with a number before it looks like a town. Of several blocks with the same name the
  // last one is complete.
  return blocks.filter(
    ({ lines }, i) => !blocks.slice(i + 1).some((one) => one.lines[0] === lines[0]),
  )
}

const endsAddress = (preparedDocument: PreparedDocument, cell: Passage): boolean =>
  hasPostcode(cell.text) &&
  preparedDocument.getPartyAt(cell) === undefined &&
  !/[:@]/.test(cell.text) &&
  ((classifyLine(cell.text) === 'address' && isTownLine(cell.text)) || isPostcodeAlone(cell.text))

const isPostcodeAlone = (text: string) => /^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/.test(text)

function collectBlockAbove(
  preparedDocument: PreparedDocument,
  cells: readonly Passage[],
  end: number,
): AddressBlock | undefined {
  const last = cells[end]
  if (!last) return undefined
  const lines = [last]
  const isWide = findLineAbove(cells, last, maxPitch) === undefined
  for (let lower = last; lines.length < maxLines; ) {
    const upper =
      findLineAbove(cells, lower, maxPitch) ??
      (isWide ? findAddressPartAbove(cells, lower) : undefined)
    if (!upper || endsBlock(preparedDocument, upper)) break
    lines.unshift(upper)
    lower = upper
  }
  const greetingIndex = lines.findLastIndex(({ text }) => getGreetingLength(text) > 0)
  const recipientLines = greetingIndex > 0 ? lines.slice(greetingIndex) : lines
  return toAddressBlock(preparedDocument, recipientLines, greetingIndex >= 0)
}

function findLineAbove(
  cells: readonly Passage[],
  { box }: Passage,
  pitch: number,
): Passage | undefined {
  const height = getHeight(box)
  return cells.findLast((cell) => {
    const rise = middle(box) - middle(cell.box)
    const isNear = rise > height / 2 && rise < pitch * Math.max(height, getHeight(cell.box))
    return isNear && Math.abs(cell.box[0] - box[0]) < height / 2
  })
}

/** Finds the next line of an address that is set with blank lines between its parts. */
function findAddressPartAbove(cells: readonly Passage[], lower: Passage): Passage | undefined {
  const upper = findLineAbove(cells, lower, maxPitchInAddress)
  return upper && isAddressPart(upper) ? upper : undefined
}

/** Whether a line can only be the name or the street of an address. */
const isAddressPart = ({ text }: Passage): boolean =>
  !/[:@]/.test(text) &&
  (classifyLine(text) === 'address' ||
    /^\p{Lu}[\p{Ll}'’-]+(?: \p{Lu}[\p{Ll}'’.-]*){1,2}$/u.test(text))

/** Whether a line ends the block below it: a label, a number, a title or another address. */
function endsBlock({ getPartyAt }: PreparedDocument, line: Passage): boolean {
  if (getPartyAt(line) !== undefined || /[:@]/.test(line.text) || isHeading(line.text)) return true
  if (getGreetingLength(line.text) > 0) return false
  return classifyLine(line.text) === 'own number'
}

const salutations = toPrefixIndex(wordsInAllLanguages('salutations'))
const careOf = toPrefixIndex(wordsInAllLanguages('careOf'))

/**
 * Number of characters of a form of address at the beginning of a line, such as `Herrn` and `Mme`.
 */
export function getGreetingLength(text: string): number {
  const lineStart = normalizeLineStart(text)
  const length = matchPrefixLength(lineStart, salutations)
  return length > 0 && /^[\s.]|^$/.test(lineStart.slice(length)) ? length : 0
}

const isOnlyGreeting = (text: string): boolean =>
  getGreetingLength(text) > 0 &&
  !/\p{L}/u.test(normalizeLineStart(text).slice(getGreetingLength(text)))

function toAddressBlock(
  preparedDocument: PreparedDocument,
  lines: readonly Passage[],
  isGreeted: boolean,
): AddressBlock | undefined {
  const namedLines = lines.slice(Math.max(0, findNameLine(preparedDocument, lines)))
  const [first] = namedLines
  const isNamed = first && classifyLine(first.text) === 'text' && isPossibleName(first.text)
  if (!first || namedLines.length < minLines || !(isNamed || isGreeted)) return undefined
  return findBlockAddress(preparedDocument.document, namedLines)
    ? { lines: namedLines, isGreeted }
    : undefined
}

/**
 * Index of the line with the name, after forms of address and after headings in unknown words:
 * `Charged to`.
 */
function findNameLine({ rows }: PreparedDocument, lines: readonly Passage[]): number {
  const [first, second] = lines.map(({ text }) => text)
  const from = lines.findIndex(({ text }) => !isOnlyGreeting(text))
  if (first === undefined || second === undefined || from !== 0) return from
  if (findLegalForm(first) || /\d/.test(second)) return 0
  // A name can stand in several blocks of a document, a heading for one block only in this one.
  const isRepeated = rows.filter(({ cells }) => cells.some(({ text }) => text === first)).length > 1
  if (isRepeated) return 0
  const isHeaded = findLegalForm(second) !== undefined || /(?:^|\s)\p{Ll}\S*$/u.test(first)
  return isHeaded && isPossibleName(second) ? 1 : 0
}

/**
 * Finds the addressee of a document that has no label for it: the only block with a form of
 * address; or the block that is not the seller's; or, of two blocks with an unknown seller, the
 * lower one. A receipt has no addressee.
 */
export function findAddressee(
  preparedDocument: PreparedDocument,
  seller: string | undefined,
): AddressBlock | undefined {
  if (isReceipt(preparedDocument)) return undefined
  const candidates = findAddressBlocks(preparedDocument).filter(
    (block) => !belongsToSeller(block, seller),
  )
  const greetedBlocks = candidates.filter(({ isGreeted }) => isGreeted)
  if (greetedBlocks.length === 1) return greetedBlocks[0]
  const [first, second] = candidates
  if (seller !== undefined) return second ? undefined : first
  return candidates.length === 2 && first && second && isAbove(first, second) ? second : undefined
}

function isAbove(upper: AddressBlock, lower: AddressBlock): boolean {
  const last = upper.lines.at(-1)
  const first = lower.lines[0]
  return last !== undefined && first !== undefined && last.box[3] < first.box[1]
}

const minNameLength = 6

function belongsToSeller({ lines }: AddressBlock, seller: string | undefined): boolean {
  if (seller === undefined) return false
  const letters = toComparableLetters(seller)
  return lines.some(({ text }) => {
    const lineLetters = toComparableLetters(text)
    return (
      lineLetters.includes(letters) ||
      (lineLetters.length > minNameLength && letters.includes(lineLetters))
    )
  })
}

/** Words that only occur before a name on an envelope. */
const envelopePrefixes = toPrefixIndex([
  'Herrn',
  'An',
  'An die',
  'An den',
  'Spett.le',
  'Spettabile',
  'Aan',
])

/** Removes the words before the addressee: `Herrn`, `An`. */
export function removeGreeting(document: PreparedDocument['document'], line: Passage): Passage {
  const isGrammar = startsWithAny(line.text, envelopePrefixes)
  const length = isGrammar ? getGreetingLength(line.text) : 0
  return slicePassage(document, line, length) ?? line
}

/** A title such as `Dr` belongs to the name. */
const formOfAddress =
  /^(?:mr|mrs|ms|miss|mx|mister|herrn?|frau|monsieur|madame|mademoiselle|m|mme|mlle|sr|sra|srta|don|doña|d|dª|sig|sig\.ra|signora?|dhr|mevr|mevrouw|pani?)\.?ª? (?=\p{Lu})/iu

/** Removes the form of address before the name of a person. */
function removeFormOfAddress(document: PreparedDocument['document'], line: Passage): Passage {
  const [words = ''] = formOfAddress.exec(line.text) ?? []
  // `D` and `M` with a point are forms of address, and without one initials.
  const isInitial = /^[a-z] $/iu.test(words)
  return words === '' || isInitial ? line : (slicePassage(document, line, words.length) ?? line)
}

/**
 * Finds the sender of a letter without a number, legal form or label: the block at the very top,
 * above the addressee's.
 */
export function findSender(preparedDocument: PreparedDocument): AddressBlock | undefined {
  if (isReceipt(preparedDocument)) return undefined
  const blocks = findAddressBlocks(preparedDocument)
  const [first] = blocks.filter(({ isGreeted }) => !isGreeted)
  const [top] = getCellsByHeight(preparedDocument, 0)
  const [name] = first?.lines ?? []
  const isSent =
    blocks.length > 1 || getPartyBlocks(preparedDocument).some(({ party }) => party === 'customer')
  if (!first || !top || !name || !isSent) return undefined
  const isAtTop = middle(name.box) - middle(top.box) < maxPitch * getHeight(top.box)
  return isAtTop && classifyLine(name.text) === 'text' ? first : undefined
}

/** Joins the lines of an address, without the name and a care-of line. */
export function findAddressInBlock(
  { document }: PreparedDocument,
  { lines }: AddressBlock,
): Passage | undefined {
  const [name] = lines
  const addressLines = lines.filter((line, i) => i === 0 || !startsWithAny(line.text, careOf))
  const address = name && findBlockAddress(document, addressLines)
  return address && toPassage(document, name.page, address.words)
}

/**
 * Finds a name that stands alone at the very top: beside the title of the document, or above an
 * address.
 */
export function findTopName({ document, rows }: PreparedDocument): Passage | undefined {
  const [row, nextRow] = rows.filter(({ page }) => page === 0)
  const [first, ...otherCells] = row?.cells ?? []
  if (!row || !first) return undefined
  const names = row.cells.filter(({ text }) => isTopName(text))
  const [name] = names
  if (!name || names.length > 1) return undefined
  const isBesideTitle =
    otherCells.length === 1 && row.cells.some(({ text }) => isDocumentTitle(text))
  const cellBelow = nextRow?.cells.find(
    ({ box }) => Math.abs(box[0] - name.box[0]) < getHeight(box),
  )
  const isOverAddress = cellBelow !== undefined && isAddressLine(document, cellBelow)
  return isBesideTitle || isOverAddress ? name : undefined
}

const titles: ReadonlySet<string> = new Set(wordsInAllLanguages('titles').map(fold))
const maxTitleWords = 6

function isDocumentTitle(text: string): boolean {
  const words = wordsOf(text)
  return (
    isHeading(text) || (words.length <= maxTitleWords && words.some((word) => titles.has(word)))
  )
}

const maxLineLength = 60

const isAddressLine = (document: PreparedDocument['document'], line: Passage): boolean =>
  hasPostcode(line.text) &&
  line.text.length <= maxLineLength &&
  classifyLine(line.text, isFromOcr(document, line)) === 'address'

const isTopName = (text: string): boolean =>
  classifyLine(text) === 'text' &&
  isPossibleName(text) &&
  !isDocumentTitle(text) &&
  !/\d|[,.:!]$/.test(text) &&
  / /.test(text)

const isAddresseeField = (field: BusinessField | undefined): boolean =>
  field?.name === 'customer-name' || field?.name === 'delivery-name'

/** Names have no form of address: `Ms Chidinma Okafor`. */
export function removeGreetingOfName(
  { document, dateOrder }: PreparedDocument,
  { question, field }: FieldQuestion,
  finding: Finding,
): Finding {
  const { place, value } = finding
  const { asksName, concepts } = toMeantQuestion(question, dateOrder)
  // The addressee of a letter or an invoice is written as on the envelope.
  const asksAddressee =
    isAddresseeField(field) || ['recipient', 'address', 'letter'].some((key) => concepts.has(key))
  if (typeof value !== 'string' || !asksName || asksAddressee) return finding
  const line = toPassage(document, place.page, place.words)
  const name = line.text === value ? removeFormOfAddress(document, line) : line
  if (name.words.length === place.words.length || name.text === '') return finding
  const { page, words, box } = name
  return { ...finding, value: name.text, place: { page, words, box } }
}
