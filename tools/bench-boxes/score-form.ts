import type { Box, Page, Word } from '@recto/document-text/model'
import type { KnownBox } from './form-options.ts'

export type BoxScore = {
  readonly kind: KnownBox['kind']
  readonly isTicked: boolean
  readonly isFound: boolean
  /** It is found, and its state is right. */
  readonly isRight: boolean
  /** It is right, and the words after it are its label. */
  readonly isAssigned: boolean
  readonly isLabelWhole: boolean
  /** The words that were read, for a person. */
  readonly read: string
}

export type FormScore = { readonly boxes: readonly BoxScore[]; readonly falseMarks: number }

/** Compares what was read on a page with its known boxes. */
export function scoreForm(page: Page, knownBoxes: readonly KnownBox[]): FormScore {
  const marks = page.words.filter(({ isCheckbox }) => isCheckbox)
  const boxes = knownBoxes.map((knownBox) => scoreBox(page, knownBox))
  const falseMarks = marks.filter(
    ({ box }) => !knownBoxes.some((knownBox) => isAt(box, knownBox.box, 0.3)),
  )
  return { boxes, falseMarks: falseMarks.length }
}

function scoreBox(page: Page, { kind, isTicked, box, label, labelBox }: KnownBox): BoxScore {
  const index = page.words.findIndex((word) => word.isCheckbox && isAt(word.box, box, 0.3))
  const mark = page.words[index]
  const expected = compact(label)
  const followingText = index < 0 ? '' : readAfter(page, index)
  const isRight = mark?.text === (isTicked ? '[X]' : '[ ]')
  const labelText = readLabel(page, labelBox)
  return {
    kind,
    isTicked,
    isFound: mark !== undefined,
    isRight,
    isAssigned: isRight && isLike(followingText.slice(0, expected.length), expected),
    isLabelWhole: foldLookalikes(labelText) === foldLookalikes(expected),
    read: `${mark?.text ?? '?'} ${label} | label ${labelText} | after ${followingText}`,
  }
}

/** The words behind a mark up to the next mark or the end of the line, without blanks. */
function readAfter({ words, lines }: Page, index: number): string {
  const line = lines.find(({ start, end }) => index >= start && index < end)
  const followingText = words.slice(index + 1, line?.end)
  const next = followingText.findIndex(({ isCheckbox }) => isCheckbox)
  return joinWords(next < 0 ? followingText : followingText.slice(0, next))
}

function readLabel({ words }: Page, labelBox: Box): string {
  return joinWords(words.filter((word) => !word.isCheckbox && isAt(word.box, labelBox, 0.1)))
}

function joinWords(words: readonly Word[]): string {
  return compact(words.map(({ text }) => text).join(''))
}

function compact(text: string): string {
  return text.replaceAll(/\s/g, '')
}

/** An engine takes a capital I for an l, beside a box and elsewhere. */
function foldLookalikes(text: string): string {
  return text.replaceAll(/[I1|]/g, 'l')
}

/** Whether the middle of a box lies in another one that is widened by a share of its height. */
function isAt(box: Box, [x0, y0, x1, y1]: Box, slack: number): boolean {
  const x = (box[0] + box[2]) / 2
  const y = (box[1] + box[3]) / 2
  const reach = (y1 - y0) * slack
  return x >= x0 - reach && x <= x1 + reach && y >= y0 - reach && y <= y1 + reach
}

/** A third of the letters may be misread. */
function isLike(text: string, expected: string): boolean {
  return distance(text.toLowerCase(), expected.toLowerCase()) <= expected.length / 3
}

/** Edit distance of two short texts. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++)
      next.push(
        Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)),
      )
    row = next
  }
  return row[b.length]!
}
