import type { CitedPage } from '@recto/extraction/cite-rows'
import type { Evidence } from '@recto/provider-spec/answer'
import { badRequest } from '../../../platform/app-error.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import {
  type ChatCitation,
  type ChatInput,
  type DocumentChatAnswer,
  type LoadedDocument,
  toCitations,
} from './chat-request.ts'
import { findMentionedDocuments } from './find-mentioned-documents.ts'

/** Maximum number of passages per document and in total. */
const maxQuotesPerDocument = 3
const maxQuotes = 5
/** Minimum share of the question's word weight; passages with less are about something else. */
const minShare = 0.45

/** Shown above the passages. */
const noModelNotice =
  'No language model is connected, so these are the passages that best match the question.'

type Quote = {
  readonly document: LoadedDocument
  readonly places: readonly CitedPage[]
  readonly score: number
}

/**
 * Answers without a model by quotes: first where the built-in extractor finds a value for the
 * question, then the passages that share most of its words. `undefined` where nothing fits.
 */
export async function quotePassages(
  _tenant: Tenant,
  { request, llm, documents }: ChatInput,
): Promise<DocumentChatAnswer | undefined> {
  const { builtInExtractor } = llm.llm
  if (!builtInExtractor)
    throw badRequest(`“${llm.name}” cannot generate text, so it cannot answer questions.`)
  const findBestQuotes = async (question: string) => {
    const { embed } = builtInExtractor
    const mentionedDocuments = await findMentionedDocuments(documents, question)
    const quotes = await Promise.all(
      mentionedDocuments.map(({ document, head }) =>
        findQuotesIn(document, { question, head, embed }),
      ),
    )
    request.calls.signal?.throwIfAborted()
    return quotes
      .flat()
      .toSorted((a, b) => b.score - a.score)
      .slice(0, maxQuotes)
  }
  const previousQuestion = request.turns.at(-1)?.question
  const directQuotes = await findBestQuotes(request.question)
  const quotes =
    directQuotes.length === 0 && previousQuestion !== undefined
      ? await findBestQuotes(`${previousQuestion} ${request.question}`)
      : directQuotes
  return quotes.length > 0 ? toReply(quotes) : undefined
}

const toReply = (quotes: readonly Quote[]): DocumentChatAnswer => ({
  kind: 'passages',
  text: [
    noModelNotice,
    ...quotes.map((quote, index) => `${formatQuote(quote)} [${index + 1}]`),
  ].join('\n\n'),
  citations: quotes.flatMap(({ document, places }, i): readonly ChatCitation[] =>
    toCitations(i + 1, document.document, places),
  ),
})

const formatQuote = ({ places }: Quote) =>
  places
    .flatMap(({ quote }) => quote.split('\n'))
    .map((line) => `> ${line}`)
    .join('\n')

type QuoteRequest = {
  readonly question: string
  readonly head: string | undefined
  readonly embed: (texts: readonly string[]) => Promise<readonly (readonly number[])[]>
}

/** Ranks labeled values before passages that only share words. */
const labeledScore = Number.MAX_VALUE

async function findQuotesIn(
  document: LoadedDocument,
  { question, head, embed }: QuoteRequest,
): Promise<readonly Quote[]> {
  const { text } = document
  const limit = maxQuotesPerDocument
  const [labeledAnswers, wordMatches] = await Promise.all([
    text.answerByBuiltInExtractor(
      [head ?? [], question].flat().map((prompt) => ({ key: 'question', prompt, type: 'text' })),
      embed,
    ),
    text.findQuotes({ question, limit, minShare }),
  ])
  const labeledAnswer = labeledAnswers.find(({ evidence }) => evidence !== null)
  const evidence = (labeledAnswer?.evidence ?? []) as readonly Evidence[]
  const values = await Promise.all(evidence.map((item) => toCitedPlace(document, item)))
  const passages = await Promise.all(
    wordMatches.map(async ({ rows, score }): Promise<Quote> => {
      const places = await text.citeRows({ rows: rows.map(({ index }) => index), statement: '' })
      return { document, places, score }
    }),
  )
  const valueQuotes: readonly Quote[] =
    values.length > 0 ? [{ document, places: values, score: labeledScore }] : []
  const otherQuotes = passages.filter(
    ({ places }) => !places.some((place) => overlapsAny(place, values)),
  )
  return [...valueQuotes, ...otherQuotes].slice(0, maxQuotesPerDocument)
}

/** Quotes the whole row of a value, so that its label can be read. */
async function toCitedPlace(
  { text }: LoadedDocument,
  { page, boxes, quote }: Evidence,
): Promise<CitedPage> {
  const [, top, , bottom] = boxes[0] ?? [0, 0, 0, 0]
  const row = await text.wordsAt({ page, box: [0, top, Number.MAX_SAFE_INTEGER, bottom] })
  return { page, boxes, quote: row.text || quote }
}

const overlapsAny = ({ page, boxes }: CitedPage, places: readonly CitedPage[]) =>
  places.some(
    (place) =>
      place.page === page &&
      place.boxes.some((placeBox) => boxes.some((box) => overlaps(box, placeBox))),
  )

const overlaps = (
  [, top, , bottom]: readonly [number, number, number, number],
  [, otherTop, , otherBottom]: readonly [number, number, number, number],
) => Math.min(bottom, otherBottom) > Math.max(top, otherTop)
