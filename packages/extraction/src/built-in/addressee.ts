import { heightOf, middle } from '../align/boxes.ts'
import { isRead, type Passage, passageOf, slicePassage } from '../align/passage.ts'
import { fold, wordsOf } from '../values/fold.ts'
import { wordsInAll } from '../vocabulary/languages.ts'
import { beginsWith, lengthOfFirst, longestFirst, plainly } from './beginnings.ts'
import { cellsFromTop } from './cells-from-top.ts'
import { isReceipt } from './is-receipt.ts'
import { legalFormIn } from './legal-forms.ts'
import { isHeading, isName, kindOf } from './letterhead-lines.ts'
import { lettersOf } from './own-names.ts'
import { addressOf, hasPostcode, partyBlocks } from './party-blocks.ts'
import type { PreparedDocument } from './prepare-document.ts'
import { isTownLine } from './seller-address.ts'

/** The lines of somebody's name and address, one under the other, with nothing over them that says whose they are. */
export type AddressBlock = {
  /** From the name on; words that only greet are left out. */
  readonly lines: readonly Passage[]
  readonly isGreeted: boolean
}

/** Of the height of the first page: letters are addressed in its upper half. */
const lowest = 0.5
/** Of line heights, from middle to middle. */
const widestPitch = 1.9
const mostLines = 7
const fewestLines = 2
const mostCells = 120

/** All such blocks at the top of the first page, from top to bottom. */
function addressBlocks(prepared: PreparedDocument): readonly AddressBlock[] {
  const height = prepared.document.pages[0]?.height ?? 0
  const cells = cellsFromTop(prepared, 0)
    .filter(({ box }) => middle(box) < lowest * height)
    .slice(0, mostCells)
  const ends = cells.flatMap((cell, at) => (endsAddress(prepared, cell) ? [at] : []))
  const blocks = ends.flatMap((at) => blockOver(prepared, cells, at) ?? [])
  // A street with a number before it looks like a town: of blocks with one name the last is the whole.
  return blocks.filter(
    ({ lines }, i) => !blocks.slice(i + 1).some((one) => one.lines[0] === lines[0]),
  )
}

const endsAddress = (prepared: PreparedDocument, cell: Passage): boolean =>
  hasPostcode(cell.text) &&
  prepared.partyAt(cell) === undefined &&
  !/[:@]/.test(cell.text) &&
  ((kindOf(cell.text) === 'address' && isTownLine(cell.text)) || isPostcodeAlone(cell.text))

const isPostcodeAlone = (text: string) => /^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/.test(text)

function blockOver(
  prepared: PreparedDocument,
  cells: readonly Passage[],
  end: number,
): AddressBlock | undefined {
  const last = cells[end]
  if (!last) return undefined
  const lines = [last]
  for (let lower = last; lines.length < mostLines; ) {
    const upper = lineOver(cells, lower)
    if (!upper || isNoLine(prepared, upper)) break
    lines.unshift(upper)
    lower = upper
  }
  const greeted = lines.findLastIndex(({ text }) => lengthOfGreeting(text) > 0)
  const own = greeted > 0 ? lines.slice(greeted) : lines
  return named(prepared, own, greeted >= 0)
}

function lineOver(cells: readonly Passage[], { box }: Passage): Passage | undefined {
  const height = heightOf(box)
  return cells.findLast((cell) => {
    const rise = middle(box) - middle(cell.box)
    const isNear = rise > height / 2 && rise < widestPitch * Math.max(height, heightOf(cell.box))
    return isNear && Math.abs(cell.box[0] - box[0]) < height / 2
  })
}

/** What ends a block upwards: a label, a number, a title, or another address. */
function isNoLine({ partyAt }: PreparedDocument, line: Passage): boolean {
  if (partyAt(line) !== undefined || /[:@]/.test(line.text) || isHeading(line.text)) return true
  if (lengthOfGreeting(line.text) > 0) return false
  return kindOf(line.text) === 'own number'
}

const salutations = longestFirst(wordsInAll('salutations'))
const careOf = longestFirst(wordsInAll('careOf'))

/** How many letters of a line greet somebody, such as `Herrn` and `Mme`. */
export function lengthOfGreeting(text: string): number {
  const plain = plainly(text)
  const length = lengthOfFirst(plain, salutations)
  return length > 0 && /^[\s.]|^$/.test(plain.slice(length)) ? length : 0
}

const isOnlyGreeting = (text: string): boolean =>
  lengthOfGreeting(text) > 0 && !/\p{L}/u.test(plainly(text).slice(lengthOfGreeting(text)))

function named(
  prepared: PreparedDocument,
  lines: readonly Passage[],
  isGreeted: boolean,
): AddressBlock | undefined {
  const own = lines.slice(Math.max(0, firstOfName(lines)))
  const [first] = own
  const isNamed = first && kindOf(first.text) === 'text' && isName(first.text)
  if (!first || own.length < fewestLines || !(isNamed || isGreeted)) return undefined
  return addressOf(prepared.document, own) ? { lines: own, isGreeted } : undefined
}

/** Behind what only greets, and what heads a block in words that nobody knows: `Charged to`. */
function firstOfName(lines: readonly Passage[]): number {
  const [first, second] = lines.map(({ text }) => text)
  const from = lines.findIndex(({ text }) => !isOnlyGreeting(text))
  if (first === undefined || second === undefined || from !== 0) return from
  if (legalFormIn(first) || /\d/.test(second)) return 0
  const isHeaded = legalFormIn(second) !== undefined || /(?:^|\s)\p{Ll}\S*$/u.test(first)
  return isHeaded && isName(second) ? 1 : 0
}

/**
 * Whom a document is addressed to without saying so: the one block that greets; or the one that is not the seller's; or, of two while
 * nobody knows the seller, the one that stands lower. A receipt is addressed to nobody.
 */
export function findAddressee(
  prepared: PreparedDocument,
  seller: string | undefined,
): AddressBlock | undefined {
  if (isReceipt(prepared)) return undefined
  const others = addressBlocks(prepared).filter((block) => !isOf(block, seller))
  const greeted = others.filter(({ isGreeted }) => isGreeted)
  if (greeted.length === 1) return greeted[0]
  const [first, second] = others
  if (seller !== undefined) return second ? undefined : first
  return others.length === 2 && first && second && isOver(first, second) ? second : undefined
}

function isOver(upper: AddressBlock, lower: AddressBlock): boolean {
  const [last, first] = [upper.lines.at(-1), lower.lines[0]]
  return last !== undefined && first !== undefined && last.box[3] < first.box[1]
}

function isOf({ lines }: AddressBlock, seller: string | undefined): boolean {
  if (seller === undefined) return false
  const letters = lettersOf(seller)
  return lines.some(({ text }) => {
    const own = lettersOf(text)
    return own.includes(letters) || (own.length > shortestName && letters.includes(own))
  })
}

const shortestName = 6

/** Behind the words that stand before whoever a letter goes to: `Herrn`, `An`. */
export function nameOf(document: PreparedDocument['document'], line: Passage): Passage {
  const isGrammar = beginsWith(line.text, grammatical)
  const length = isGrammar ? lengthOfGreeting(line.text) : 0
  return slicePassage(document, line, length) ?? line
}

/** Written before a name on an envelope only. */
const grammatical = longestFirst([
  'Herrn',
  'An',
  'An die',
  'An den',
  'Spett.le',
  'Spettabile',
  'Aan',
])

/** Who sends a letter without a number, a legal form or a label: the block at the very top, over the one that it is sent to. */
export function findSender(prepared: PreparedDocument): AddressBlock | undefined {
  if (isReceipt(prepared)) return undefined
  const blocks = addressBlocks(prepared)
  const [first] = blocks.filter(({ isGreeted }) => !isGreeted)
  const [top] = cellsFromTop(prepared, 0)
  const [name] = first?.lines ?? []
  const isSent =
    blocks.length > 1 || partyBlocks(prepared).some(({ party }) => party === 'customer')
  if (!first || !top || !name || !isSent) return undefined
  const isAtTop = middle(name.box) - middle(top.box) < widestPitch * heightOf(top.box)
  return isAtTop && kindOf(name.text) === 'text' ? first : undefined
}

/** The lines of an address in one, without the name and who it is care of. */
export function addressIn(
  { document }: PreparedDocument,
  { lines }: AddressBlock,
): Passage | undefined {
  const [name] = lines
  const own = lines.filter((line, i) => i === 0 || !beginsWith(line.text, careOf))
  const found = name && addressOf(document, own)
  return found && passageOf(document, name.page, found.words)
}

/** Who names himself alone at the very top: beside the title of the paper, or over an address. */
export function findTopName({ document, rows }: PreparedDocument): Passage | undefined {
  const [row, below] = rows.filter(({ page }) => page === 0)
  const [first, ...others] = row?.cells ?? []
  if (!row || !first) return undefined
  const names = row.cells.filter(({ text }) => isTopName(text))
  const [name] = names
  if (!name || names.length > 1) return undefined
  const isBesideTitle = others.length === 1 && row.cells.some(({ text }) => namesPaper(text))
  const under = below?.cells.find(({ box }) => Math.abs(box[0] - name.box[0]) < heightOf(box))
  const isOverAddress = under !== undefined && isAddressLine(document, under)
  return isBesideTitle || isOverAddress ? name : undefined
}

const titles: ReadonlySet<string> = new Set(wordsInAll('titles').map(fold))
const mostWordsOfTitle = 6

function namesPaper(text: string): boolean {
  const words = wordsOf(text)
  return (
    isHeading(text) || (words.length <= mostWordsOfTitle && words.some((word) => titles.has(word)))
  )
}

const isAddressLine = (document: PreparedDocument['document'], line: Passage): boolean =>
  hasPostcode(line.text) &&
  line.text.length <= longestLine &&
  kindOf(line.text, isRead(document, line)) === 'address'
const longestLine = 60

const isTopName = (text: string): boolean =>
  kindOf(text) === 'text' &&
  isName(text) &&
  !namesPaper(text) &&
  !/\d|[,.:!]$/.test(text) &&
  / /.test(text)
