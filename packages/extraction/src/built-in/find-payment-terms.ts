import { type Passage, slicePassage } from '../align/passage.ts'
import { getStatements } from './concepts/find-in-sentences.ts'
import { toMeaningTokens } from './concepts/meaning-tokens.ts'
import { addReasons } from './explanations.ts'
import type { PreparedDocument } from './prepare-document.ts'
import { type Finding, toFinding } from './read-typed-value.ts'

const paymentKeys: ReadonlySet<string> = new Set([
  'payment',
  'paymentdue',
  'paymentmethod',
  'pay',
  'due',
])

/** A time to pay, in the languages of most documents: `within 30 days`, `bis zum 5. jedes Monats`. */
const timeToPay =
  /(?<![\d.,])\d{1,3}\s?(?:days?|tagen?|jours?|d[ií]as?|giorni|dagen|weeks?|wochen|semaines?|semanas|settimane|weken)(?!\p{L})|(?<!\d)\d{1,2}(?:st|nd|rd|th|\.|er)?\s(?:of each month|of every month|de chaque mois|du mois|jeden monats|eines monats|des monats|de cada mes|di ogni mese|van elke maand)/iu
const labelOfTerms = /^[^:：\d]{3,30}[:：]\s+/u

/** Finds the only cell, or else the only sentence, that says within which time is to be paid. */
export function findPaymentTerms(preparedDocument: PreparedDocument): Finding | undefined {
  const cells = preparedDocument.rows.flatMap((row) => row.cells).filter(saysTimeToPay)
  const statements = getStatements(preparedDocument)
    .map(({ passage }) => passage)
    .filter(saysTimeToPay)
  const passages = cells.length > 0 ? cells : statements
  const [passage] = passages
  if (!passage || passages.length > 1) return undefined
  const start = labelOfTerms.exec(passage.text)?.[0].length ?? 0
  const part = slicePassage(preparedDocument.document, passage, start, passage.text.length)
  return (
    part &&
    addReasons(toFinding(part, part.text, part.text), {
      kind: 'only',
      what: 'statement of when to pay',
    })
  )
}

const saysTimeToPay = ({ text }: Passage): boolean =>
  timeToPay.test(text) &&
  toMeaningTokens(text).some(({ keys }) => keys.some((key) => paymentKeys.has(key)))
