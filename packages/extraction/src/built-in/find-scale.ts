import type { DocumentText } from '@recto/document-text/model'
import { middle } from '../align/boxes.ts'
import { getHaystack } from '../align/haystack.ts'
import type { Passage } from '../align/passage.ts'
import { fold } from '../values/fold.ts'
import { wordsInAllLanguages } from '../vocabulary/languages.ts'

/** Words that state the unit of the amounts below them, such as `in thousands of euros`. */
type Scale = { readonly words: string; readonly page: number }

const phrases = wordsInAllLanguages('scales')
  .map((phrase) => fold(phrase).replaceAll('.', String.raw`\.`))
  .toSorted((a, b) => b.length - a.length)

/** Signs of currencies with a multiple: `TEUR`, `k€`, `£'000`, `(000s)`. */
const shortForms = String.raw`[tkm](?:eur|usd|gbp|chf|sek|nok|dkk|€|\$|£)|[€$£]\s?['’]?000|\(?['’]?000s?\)?\s?[€$£]|\(000s?\)`

const scalePattern = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:${phrases.join('|')}|${shortForms})(?![\p{L}\p{N}])`,
  'u',
)

/** A line that states a unit has few other words. */
const maxLineLength = 80

const linesByDocument = new WeakMap<DocumentText, readonly Passage[]>()

function getScaleLines(document: DocumentText): readonly Passage[] {
  const lines =
    linesByDocument.get(document) ??
    getHaystack(document).lines.filter(
      ({ text }) => text.length <= maxLineLength && scalePattern.test(fold(text)),
    )
  linesByDocument.set(document, lines)
  return lines
}

/** Finds the nearest words above a value, on its page, that state the unit of amounts. */
export function findScale(
  document: DocumentText,
  { page, box }: Pick<Passage, 'page' | 'box'>,
): Scale | undefined {
  const linesAbove = getScaleLines(document).filter(
    (line) => line.page === page && middle(line.box) <= middle(box),
  )
  const nearest = linesAbove.toSorted((a, b) => middle(b.box) - middle(a.box))[0]
  return nearest && { words: nearest.text, page }
}
