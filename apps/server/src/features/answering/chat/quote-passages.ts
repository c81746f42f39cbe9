import type { CitedPlace } from '@recto/extraction/cite-rows'
import type { Evidence } from '@recto/provider-spec/answer'
import { badRequest } from '../../../platform/app-error.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import {
  type Answering,
  type ChatCitation,
  citationsAt,
  type ReadDocument,
  type SaidOfDocuments,
} from './chat-question.ts'
import { meantDocuments } from './meant-documents.ts'

/** How many passages of a document, and how many in all. */
const mostOfDocument = 3
const mostQuotes = 5
/** Of the weight of the question's words: what shares less is about something else. */
const leastShare = 0.45

/** What stands above the passages. */
const noModel =
  'No language model is connected, so these are the passages that fit the question best.'

type Quote = {
  readonly read: ReadDocument
  readonly places: readonly CitedPlace[]
  readonly score: number
}

/**
 * Without a model: the places where the built-in extractor finds a value for the question, then those that share
 * most of its words, as quotes. `undefined` where nothing fits.
 */
export async function quotePassages(
  _tenant: Tenant,
  { asked, llm, read }: Answering,
): Promise<SaidOfDocuments | undefined> {
  const { answersByLayout } = llm.llm
  if (!answersByLayout) throw badRequest(`“${llm.name}” cannot answer questions in words.`)
  const ask = async (question: string) => {
    const { embed } = answersByLayout
    const meant = await meantDocuments(read, question)
    const found = await Promise.all(
      meant.map(({ read, head }) => quotesIn(read, { question, head, embed })),
    )
    asked.calls.signal?.throwIfAborted()
    return found
      .flat()
      .toSorted((a, b) => b.score - a.score)
      .slice(0, mostQuotes)
  }
  const before = asked.turns.at(-1)?.question
  const found = await ask(asked.question)
  const quotes =
    found.length === 0 && before !== undefined ? await ask(`${before} ${asked.question}`) : found
  return quotes.length > 0 ? saying(quotes) : undefined
}

const saying = (quotes: readonly Quote[]): SaidOfDocuments => ({
  kind: 'passages',
  text: [noModel, ...quotes.map((quote, i) => `${quoted(quote)} [${i + 1}]`)].join('\n\n'),
  citations: quotes.flatMap(({ read, places }, i): readonly ChatCitation[] =>
    citationsAt(i + 1, read.document, places),
  ),
})

const quoted = ({ places }: Quote) =>
  places
    .flatMap(({ quote }) => quote.split('\n'))
    .map((line) => `> ${line}`)
    .join('\n')

type Asked = {
  readonly question: string
  readonly head: string | undefined
  readonly embed: (texts: readonly string[]) => Promise<readonly (readonly number[])[]>
}

async function quotesIn(
  read: ReadDocument,
  { question, head, embed }: Asked,
): Promise<readonly Quote[]> {
  const { text } = read
  const limit = mostOfDocument
  const [labelled, worded] = await Promise.all([
    text.answerByLayout(
      [head ?? [], question].flat().map((prompt) => ({ key: 'question', prompt, type: 'text' })),
      embed,
    ),
    text.findQuotes({ question, limit, leastShare }),
  ])
  const found = labelled.find(({ evidence }) => evidence !== null)
  const evidence = (found?.evidence ?? []) as readonly Evidence[]
  const values = await Promise.all(evidence.map((one) => placeOf(read, one)))
  const passages = await Promise.all(
    worded.map(async ({ rows, score }): Promise<Quote> => {
      const cited = await text.citeRows({ rows: rows.map(({ at }) => at), statement: '' })
      return { read, places: cited, score }
    }),
  )
  const named: readonly Quote[] =
    values.length > 0 ? [{ read, places: values, score: labelledScore }] : []
  const others = passages.filter(({ places }) => !places.some((one) => isAmong(one, values)))
  return [...named, ...others].slice(0, mostOfDocument)
}

/** Before all that only share words. */
const labelledScore = Number.MAX_VALUE

/** A value with the row that it stands in, so that its label can be read. */
async function placeOf(
  { text }: ReadDocument,
  { page, boxes, quote }: Evidence,
): Promise<CitedPlace> {
  const [, top, , bottom] = boxes[0] ?? [0, 0, 0, 0]
  const row = await text.wordsAt({ page, box: [0, top, Number.MAX_SAFE_INTEGER, bottom] })
  return { page, boxes, quote: row.text || quote }
}

const isAmong = ({ page, boxes }: CitedPlace, others: readonly CitedPlace[]) =>
  others.some(
    (other) =>
      other.page === page && other.boxes.some((box) => boxes.some((own) => overlaps(own, box))),
  )

const overlaps = (
  [, top, , bottom]: readonly [number, number, number, number],
  [, from, , to]: readonly [number, number, number, number],
) => Math.min(bottom, to) > Math.max(top, from)
