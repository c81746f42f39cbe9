import { heightOf, middle } from '../align/boxes.ts'
import { type Passage, passageOf } from '../align/passage.ts'
import type { PreparedDocument } from './prepare-document.ts'

/** Fewer words are more of a label or a line of a table. */
const fewestWords = 6
/** Of line heights, from middle to middle. */
const widestPitch = 1.9
const mostSentences = 400
const longest = 600

type Rows = Pick<PreparedDocument, 'document' | 'rows'>

const sentences = new WeakMap<Rows, readonly Passage[]>()

/** The sentences of a document, over the ends of their lines; a clause that a number or a letter counts begins one. */
export function sentencesOf(prepared: PreparedDocument): readonly Passage[] {
  const before = sentences.get(prepared)
  if (before) return before
  const found = paragraphsOf(prepared)
    .flatMap((paragraph) => cut(prepared, paragraph))
    .slice(0, mostSentences)
  sentences.set(prepared, found)
  return found
}

/** Lines of running text one under the other, with the shorter one that ends them. */
function paragraphsOf({ document, rows }: PreparedDocument): readonly Passage[] {
  const paragraphs: Passage[][] = []
  let open: Passage[] = []
  for (const { cells } of rows) {
    const [line] = cells.length === 1 ? cells : []
    const goesOn = line !== undefined && follows(line, open.at(-1))
    if (!goesOn) {
      open = []
      paragraphs.push(open)
    }
    if (line && (goesOn || isRunning(line))) open.push(line)
  }
  return paragraphs.flatMap((lines) => joined(document, lines))
}

function joined(document: PreparedDocument['document'], lines: readonly Passage[]): Passage[] {
  const [first] = lines
  if (!first) return []
  const words = lines.flatMap((line) => line.words)
  return [passageOf(document, first.page, words)]
}

const isRunning = ({ words, text }: Passage): boolean =>
  words.length >= fewestWords && /(?:^|\s)\p{Ll}{2,}/u.test(text)

function follows(line: Passage, last: Passage | undefined): boolean {
  if (line.page !== last?.page) return false
  const drop = middle(line.box) - middle(last.box)
  return drop < widestPitch * Math.max(heightOf(line.box), heightOf(last.box))
}

/** Behind a full stop, but for one of an abbreviation or a number. */
const end = /(?<=[\p{Ll}\p{N})\]"”»]{2}[.;!?]["”»)]?)\s(?=["“«(]?[\p{Lu}\p{N}])/gu

function cut({ document }: PreparedDocument, paragraph: Passage): readonly Passage[] {
  const ends = [...paragraph.text.matchAll(end)].map((match) => match.index + match[0].length)
  const starts = [0, ...ends]
  return starts.flatMap((start, i) => {
    const first = paragraph.starts.findIndex((at) => at >= start)
    const next = starts[i + 1]
    const last = next === undefined ? -1 : paragraph.starts.findIndex((at) => at >= next)
    const words = paragraph.words.slice(first, last < 0 ? undefined : last)
    const sentence = passageOf(document, paragraph.page, words)
    return words.length > 0 && sentence.text.length <= longest ? [sentence] : []
  })
}
