import { type Passage, slicePassage } from '../../align/passage.ts'
import type { CellRow } from '../../labels/cell-rows.ts'
import { parseBoolean } from '../../values/parse-boolean.ts'
import type { PreparedDocument } from '../prepare-document.ts'
import { type Option, type OptionGroup, toOptionGroup } from './option-group.ts'

const box = /\[ ?[xX✓✔]? ?\]|\( ?[xX✓✔]? ?\)|[☐☒☑□■]/gu
const tickedBox = /^(?:\[ ?[xX✓✔] ?\]|\( ?[xX✓✔] ?\)|[☒☑■])/u
const tickedCell = /^[xX✓✔☒☑■]\s(?=\S)/u
const maxOptionWords = 5

/** Finds the options that signs of the text show: `[x] Yes`, `X Yes  No`, `Yes  No`. */
export const findPrintedOptions = ({
  document,
  rows,
}: Pick<PreparedDocument, 'document' | 'rows'>): readonly OptionGroup[] =>
  rows.flatMap(
    (row) => findBoxes(document, row) ?? findMarkedCells(document, row) ?? findAnswers(row) ?? [],
  )

/** A yes and a no beside each other, of which none is ticked. */
function findAnswers({ page, cells }: CellRow): readonly OptionGroup[] | undefined {
  const first = cells.findIndex(({ text }) => parseBoolean(text) !== undefined)
  const second = cells[first + 1]
  const [yes, no] = [cells[first]?.text, second?.text].map((text) => parseBoolean(text ?? ''))
  if (!second || no === undefined || yes === no) return undefined
  const options = [cells[first], second].filter((value) => value !== undefined)
  return [
    toOptionGroup(
      page,
      cells[first - 1],
      options.map((passage) => ({ label: passage, passage, isTicked: false })),
    ),
  ]
}

/** Options that each follow a printed box. */
function findBoxes(
  document: PreparedDocument['document'],
  { page, cells }: CellRow,
): readonly OptionGroup[] | undefined {
  const first = cells.findIndex(({ text }) => text.search(box) >= 0)
  const firstCell = cells[first]
  if (!firstCell) return undefined
  const options = cells.slice(first).flatMap((cell) => splitAtBoxes(document, cell))
  const textBefore = slicePassage(document, firstCell, 0, firstCell.text.search(box))
  const label = textBefore ?? cells[first - 1]
  return options.length > 1 ? [toOptionGroup(page, label, options)] : undefined
}

function splitAtBoxes(document: PreparedDocument['document'], cell: Passage): readonly Option[] {
  const marks = [...cell.text.matchAll(box)]
  return marks
    .map(({ 0: mark, index }, position): Option | undefined => {
      const end = marks[position + 1]?.index
      const label = slicePassage(document, cell, index + mark.length, end)
      const passage = slicePassage(document, cell, index, end)
      return label && passage && { label, passage, isTicked: tickedBox.test(mark) }
    })
    .filter((value) => value !== undefined)
}

/** Cells beside each other, of which one begins with a cross. */
function findMarkedCells(
  document: PreparedDocument['document'],
  { page, cells }: CellRow,
): readonly OptionGroup[] | undefined {
  const firstMarked = cells.findIndex(({ text }) => tickedCell.test(text))
  if (firstMarked < 0 || cells.length < 2) return undefined
  const isShort = ({ words, text }: Passage) =>
    words.length <= maxOptionWords + 1 && !/[?:：]$/u.test(text)
  const [first] = cells
  const hasLabel = first !== undefined && firstMarked > 0 && (!isShort(first) || cells.length > 2)
  const optionCells = cells.slice(hasLabel && isLabelLike(cells) ? 1 : 0)
  if (optionCells.length < 2 || !optionCells.every(isShort)) return undefined
  const options = optionCells
    .map((cell) => {
      const mark = cell.text.match(tickedCell)?.[0] ?? ''
      const option = slicePassage(document, cell, mark.length)
      return option && { label: option, passage: cell, isTicked: mark !== '' }
    })
    .filter((value) => value !== undefined)
  const label = optionCells.length < cells.length ? first : undefined
  return [toOptionGroup(page, label, options)]
}

/** The gap before the first option is wider than those between the options. */
function isLabelLike(cells: readonly Passage[]): boolean {
  const [first, second, third] = cells
  if (!first || !second || !third) return first !== undefined && first.words.length > 3
  return (
    first.words.length > 3 ||
    second.box[0] - first.box[0] > third.box[0] - second.box[0] ||
    cells.length === 3
  )
}
