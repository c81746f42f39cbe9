import type { DocumentText, Line, Page } from '@recto/document-text/model'
import { toPassage } from '../../align/passage.ts'
import { type Option, type OptionGroup, toOptionGroup } from './option-group.ts'

/** A wider gap, in heights of a word, separates an option from other words of its line. */
const maxGap = 2.2
const maxLineStep = 2.6
/** A list ends where the next line is clearly further away than its lines are. */
const maxStepGrowth = 1.3
const maxHeadingWords = 14
/** A document with more boxes is read by a model. */
const maxOptions = 2_000

/** Finds the check boxes that the reader has marked, with their labels, grouped by what they are about. */
export function findMarkedOptions(document: DocumentText): readonly OptionGroup[] {
  const count = document.pages.reduce(
    (sum, { words }) => sum + words.filter(({ isCheckbox }) => isCheckbox).length,
    0,
  )
  return count === 0 || count > maxOptions
    ? []
    : document.pages.flatMap((page, index) => groupsOnPage(document, page, index))
}

type OpenGroup = {
  heading: readonly number[]
  options: (readonly number[])[]
  /** The distance between the lines of a list, once it has two. */
  step?: number
}

function groupsOnPage(
  document: DocumentText,
  page: Page,
  pageIndex: number,
): readonly OptionGroup[] {
  const groups: OpenGroup[] = []
  for (const [i, line] of page.lines.entries()) {
    const [first, ...rest] = splitLine(page, line)
    const previous = page.lines[i - 1]
    const step = previous ? stepBetween(previous, line, page) : undefined
    const lineAbove = step === undefined ? undefined : previous
    if (first) addFirst(groups, first, { page, above: lineAbove, step: step ?? 0 })
    groups.push(...rest)
  }
  return groups
    .filter(({ options }) => options.length > 0)
    .map(({ heading, options }) =>
      toOptionGroup(
        pageIndex,
        heading.length > 0 ? toPassage(document, pageIndex, heading) : undefined,
        options.map((words) => toOption(document, pageIndex, words)),
      ),
    )
}

type LineContext = {
  readonly page: Page
  readonly above: Line | undefined
  /** The distance to the line above, in heights of a word. */
  readonly step: number
}

/** Boxes at the beginning of a line go on with the list above them, or are about the words there. */
function addFirst(
  groups: OpenGroup[],
  group: OpenGroup,
  { page, above: lineAbove, step }: LineContext,
): void {
  const last = groups.at(-1)
  if (group.heading.length > 0 || !lineAbove) groups.push(group)
  else if (!startsWithBox(page, lineAbove))
    groups.push({ ...group, heading: headingOf(page, lineAbove) })
  else if (last && step <= (last.step ?? maxLineStep) * maxStepGrowth) {
    last.options.push(...group.options)
    last.step ??= step
  } else groups.push(group)
}

function toOption(document: DocumentText, page: number, words: readonly number[]): Option {
  return {
    isTicked: document.pages[page]?.words[words[0] ?? -1]?.text === '[X]',
    label: toPassage(document, page, words.slice(1)),
    passage: toPassage(document, page, words),
  }
}

/** Boxes of a line with the words before the first of them; what stands behind a wide gap begins anew. */
function splitLine(page: Page, { start, end }: Line): readonly OpenGroup[] {
  const parts: OpenGroup[] = [{ heading: [], options: [] }]
  let option: number[] | undefined
  for (let index = start; index < end; index++) {
    const part = parts.at(-1)!
    if (page.words[index]!.isCheckbox) {
      option = [index]
      part.options.push(option)
    } else if (option && !isApart(page, option.at(-1)!, index)) option.push(index)
    else if (option) {
      parts.push({ heading: [index], options: [] })
      option = undefined
    } else part.heading = [...part.heading, index].slice(-maxHeadingWords)
  }
  return parts
}

/** A box may stand behind its label, so only words are compared. */
function isApart({ words }: Page, previousIndex: number, index: number): boolean {
  const previous = words[previousIndex]!
  const next = words[index]!
  const height = next.box[3] - next.box[1]
  return !previous.isCheckbox && next.box[0] - previous.box[2] > maxGap * height
}

/** Returns nothing for a line that is not below the other, or further away than lines of one list. */
function stepBetween(lineAbove: Line, line: Line, { words }: Page): number | undefined {
  const height = words[line.start]!.box[3] - words[line.start]!.box[1]
  const step =
    (line.box[3] - lineAbove.box[3]) / Math.max(height, lineAbove.box[3] - lineAbove.box[1])
  return step > 0 && step <= maxLineStep ? step : undefined
}

function startsWithBox({ words }: Page, { start }: Line): boolean {
  return words[start]?.isCheckbox === true
}

/** A line above boxes is about them unless it has boxes of its own. */
function headingOf({ words }: Page, { start, end }: Line): readonly number[] {
  const hasBoxes = words.slice(start, end).some(({ isCheckbox }) => isCheckbox)
  if (hasBoxes || end - start > maxHeadingWords) return []
  return Array.from({ length: end - start }, (_, i) => start + i)
}
