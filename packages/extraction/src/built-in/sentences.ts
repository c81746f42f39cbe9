import { getHeight, middle } from '../align/boxes.ts'
import { type Passage, toPassage } from '../align/passage.ts'
import type { PreparedDocument } from './prepare-document.ts'

/** Minimum number of words in a line of running text; fewer are a label or a line of a table. */
const minWords = 6
/** Maximum distance between the middles of two lines, in line heights. */
const maxPitch = 1.9
const maxSentences = 400
const maxSentenceLength = 600

type SentenceSource = Pick<PreparedDocument, 'document' | 'rows'>

const sentencesByDocument = new WeakMap<SentenceSource, readonly Passage[]>()

/**
 * The sentences of a document, across line ends. A numbered or lettered clause begins a sentence.
 */
export function getSentences(source: PreparedDocument): readonly Passage[] {
  const cachedSentences = sentencesByDocument.get(source)
  if (cachedSentences) return cachedSentences
  const sentences = findParagraphs(source)
    .flatMap((paragraph) => splitParagraph(source, paragraph))
    .slice(0, maxSentences)
  sentencesByDocument.set(source, sentences)
  return sentences
}

/** Lines of running text below each other, with the shorter last line. */
function findParagraphs({ document, rows }: PreparedDocument): readonly Passage[] {
  const paragraphs: Passage[][] = []
  let open: Passage[] = []
  for (const { cells } of rows) {
    const line = getOnlyLine(cells)
    const goesOn = line !== undefined && followsLine(line, open.at(-1))
    if (!goesOn) {
      open = []
      paragraphs.push(open)
    }
    if (line && (goesOn || isRunningText(line))) open.push(line)
  }
  return paragraphs.flatMap((lines) => joinParagraph(document, lines))
}

/** The text of a row without columns; the number of a clause can be set apart from it. */
function getOnlyLine(cells: readonly Passage[]): Passage | undefined {
  if (cells.length === 2 && isEnumerator(cells[0])) return cells[1]
  return cells.length === 1 ? cells[0] : undefined
}

/** The number or letter before a clause that is set apart from it: `1.`, `(a)`, `§ 2`. */
const isEnumerator = (cell: Passage | undefined): boolean =>
  cell !== undefined && /^(?:§ ?\d{1,3}|\(?(?:\d{1,2}(?:\.\d{1,2})?|\p{L})[.)])$/u.test(cell.text)

function joinParagraph(
  document: PreparedDocument['document'],
  lines: readonly Passage[],
): Passage[] {
  const [first] = lines
  if (!first) return []
  const words = lines.flatMap((line) => line.words)
  return [toPassage(document, first.page, words)]
}

const isRunningText = ({ words, text }: Passage): boolean =>
  words.length >= minWords && /(?:^|\s)\p{Ll}{2,}/u.test(text)

function followsLine(line: Passage, last: Passage | undefined): boolean {
  if (line.page !== last?.page) return false
  const drop = middle(line.box) - middle(last.box)
  return drop < maxPitch * Math.max(getHeight(line.box), getHeight(last.box))
}

/** The space after a full stop, except after an abbreviation or a number. */
const sentenceEnd = /(?<=[\p{Ll}\p{N})\]"”»]{2}[.;!?]["”»)]?)\s(?=["“«(]?[\p{Lu}\p{N}])/gu

function splitParagraph({ document }: PreparedDocument, paragraph: Passage): readonly Passage[] {
  const ends = [...paragraph.text.matchAll(sentenceEnd)].map(
    (match) => match.index + match[0].length,
  )
  const starts = [0, ...ends]
  return starts
    .map((start, i) => {
      const first = paragraph.starts.findIndex((offset) => offset >= start)
      const next = starts[i + 1]
      const last = next === undefined ? -1 : paragraph.starts.findIndex((offset) => offset >= next)
      const words = paragraph.words.slice(first, last < 0 ? undefined : last)
      const sentence = toPassage(document, paragraph.page, words)
      return words.length > 0 && sentence.text.length <= maxSentenceLength ? sentence : undefined
    })
    .filter((value) => value !== undefined)
}
