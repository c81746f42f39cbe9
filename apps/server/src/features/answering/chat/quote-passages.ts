import { canAnswer, canSayDay, canSayOf, canSayWho } from '@recto/extraction/can-answer'
import type { ChosenDocument, DocumentChoice } from '@recto/extraction/choose-documents'
import type { CitedPage } from '@recto/extraction/cite-rows'
import { saysAnyOf, saysOnly } from '@recto/extraction/document-mentions'
import type { Answer, Evidence } from '@recto/provider-spec/answer'
import { badRequest } from '../../../platform/app-error.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import {
  type ChatCitation,
  type ChatInput,
  chooseChatDocuments,
  type DocumentChatAnswer,
  type LoadedDocument,
  toCitations,
} from './chat-request.ts'
import { explainMissing, explainRefusal } from './explain-refusal.ts'

/** Maximum number of passages per document, and in total where a question is not asked of every document. */
const maxQuotesPerDocument = 3
const maxQuotes = 5
/** Minimum share of the question's word weight; passages with less are about something else. */
const minShare = 0.45

/** The same where a number or a date is asked for, which only few passages with similar words state. */
const minShareOfExact = 0.75

/** Shown above the passages. */
const noModelNotice =
  'No language model is connected, so these are the passages that best match the question.'
const notFoundInDocument = 'No answer was found in this document.'

type Quote = {
  readonly places: readonly CitedPage[]
  readonly score: number
  /** The value that the built-in extractor found. */
  readonly value?: string
}

/** A document with what it says to a question; without quotes it says nothing, for a reason that is not always known. */
type QuotedDocument = {
  readonly document: LoadedDocument
  readonly quotes: readonly Quote[]
  readonly reason?: string | undefined
}

/**
 * Answers without a model by quotes from the documents that the question is about: first where the built-in extractor
 * finds a value for the question, then the passages that share most of its words. Where nothing fits, it says what was
 * looked for.
 */
export async function quotePassages(
  _tenant: Tenant,
  { request, llm, documents }: ChatInput,
): Promise<DocumentChatAnswer> {
  const { builtInExtractor } = llm.connection
  if (!builtInExtractor)
    throw badRequest(`“${llm.name}” cannot generate text, so it cannot answer questions.`)
  const { question, calls } = request
  const previousQuestion = request.turns.at(-1)?.question
  const choice = await chooseChatDocuments({ request, llm, documents })
  const findQuotes = async (
    toAsk: (documentChoice: ChosenDocument<LoadedDocument>) => ChosenDocument<LoadedDocument>,
  ) => {
    const quotedDocuments = await Promise.all(
      choice.documents.map(async (documentChoice) => ({
        document: documentChoice.document,
        ...(await findQuotesIn(toAsk(documentChoice), builtInExtractor.embed)),
      })),
    )
    calls.signal?.throwIfAborted()
    return { selectedDocuments: selectQuotes(choice, quotedDocuments), quotedDocuments }
  }
  const directQuotes = await findQuotes((documentChoice) => documentChoice)
  const { selectedDocuments, quotedDocuments } =
    directQuotes.selectedDocuments.length === 0 &&
    choice.isFollowUp &&
    previousQuestion !== undefined
      ? await findQuotes((documentChoice) =>
          askTogether(documentChoice, previousQuestion, question),
        )
      : directQuotes
  if (selectedDocuments.length > 0) return toReply(selectedDocuments)
  return { kind: 'not-answered', text: explainRefusal(choice, quotedDocuments), citations: [] }
}

/** A question that refers to the one before it can only be understood with that one. */
function askTogether(
  documentChoice: ChosenDocument<LoadedDocument>,
  previousQuestion: string,
  question: string,
): ChosenDocument<LoadedDocument> {
  const prompt = `${previousQuestion} ${question}`
  return {
    ...documentChoice,
    questions: [{ key: '', prompt, type: 'text' }],
    passageQuestion: prompt,
  }
}

/**
 * A question about every document gets the best quote of each, also of those that do not say; other questions get the
 * best quotes of those that do. Where a value was found, passages that only share words are left out of all documents.
 */
function selectQuotes(
  { asksEach }: DocumentChoice<LoadedDocument>,
  quotedDocuments: readonly QuotedDocument[],
): readonly QuotedDocument[] {
  if (quotedDocuments.every(({ quotes }) => quotes.length === 0)) return []
  const hasValue = quotedDocuments.some(({ quotes }) => quotes[0]?.value !== undefined)
  if (asksEach) {
    return quotedDocuments.map(({ document, quotes, reason }) => ({
      document,
      reason,
      quotes: quotes.filter(({ value }) => value !== undefined || !hasValue).slice(0, 1),
    }))
  }
  let quotesLeft = maxQuotes
  return quotedDocuments
    .filter(({ quotes }) => quotes[0] && (!hasValue || quotes[0].value !== undefined))
    .toSorted((a, b) => (b.quotes[0]?.score ?? 0) - (a.quotes[0]?.score ?? 0))
    .map(({ document, quotes }) => {
      const selectedQuotes = quotes.slice(0, Math.max(0, quotesLeft))
      quotesLeft -= selectedQuotes.length
      return { document, quotes: selectedQuotes }
    })
    .filter(({ quotes }) => quotes.length > 0)
}

/** Numbers the quotes across documents, each under the name of its document. */
function toReply(quotedDocuments: readonly QuotedDocument[]): DocumentChatAnswer {
  const citations: ChatCitation[] = []
  let number = 0
  const parts = quotedDocuments.map(({ document, quotes, reason }) => {
    const quoteTexts = quotes.map(({ places, value }) => {
      number++
      citations.push(...toCitations(number, document.document, places))
      return [value === undefined ? [] : `${value}\n`, `${formatQuote(places)} [${number}]`]
        .flat()
        .join('\n')
    })
    const notFoundText = [notFoundInDocument, reason].filter((text) => text !== undefined).join(' ')
    const body = quoteTexts.length > 0 ? quoteTexts : [notFoundText]
    return [`**${document.document.name}**`, ...body].join('\n\n')
  })
  return { kind: 'passages', text: [noModelNotice, ...parts].join('\n\n'), citations }
}

const formatQuote = (places: readonly CitedPage[]) =>
  places
    .flatMap(({ quote }) => quote.split('\n'))
    .map((line) => `> ${line}`)
    .join('\n')

type Embed = (texts: readonly string[]) => Promise<readonly (readonly number[])[]>

/** Ranks labeled values before passages that only share words. */
const labeledScore = Number.MAX_VALUE

/** Asks the first question that has an answer, or else looks for the words of the whole one. */
async function findQuotesIn(
  documentChoice: ChosenDocument<LoadedDocument>,
  embed: Embed,
): Promise<Omit<QuotedDocument, 'document'>> {
  const { document, questions } = documentChoice
  const answers: Answer[] = []
  for (const question of questions) {
    const [answer] = await document.text.answerByBuiltInExtractor([question], embed)
    if (!answer) continue
    answers.push(answer)
    const quote = await toQuote(documentChoice, answer)
    if (quote) return { quotes: [quote] }
  }
  return { quotes: await findPassages(documentChoice), reason: explainMissing(answers) }
}

/** Quotes the value of an answer, unless it is probably that of somebody or something else. */
async function toQuote(
  { document, questions, textNames, incidentalNames }: ChosenDocument<LoadedDocument>,
  answer: Answer,
): Promise<Quote | undefined> {
  const evidence = (answer.evidence ?? []) as readonly Evidence[]
  if (evidence.length === 0 || isLabeledByName(answer, textNames)) return undefined
  // A number or a date is shown as it is printed.
  const value = evidence.map(({ quote }) => quote).join(', ')
  if (!canAnswer(questions, value)) return undefined
  if (!(await standsBesideNames(document, evidence, incidentalNames))) return undefined
  const places = await Promise.all(evidence.map((item) => toCitedPlace(document, item)))
  if (!places.some(({ quote }) => canSayDay(questions, quote))) return undefined
  return { places, score: labeledScore, value }
}

async function findPassages({
  document: { text },
  questions,
  passageQuestion,
  incidentalNames,
}: ChosenDocument<LoadedDocument>): Promise<readonly Quote[]> {
  const [firstQuestion] = questions
  const isExact = firstQuestion?.type === 'number' || firstQuestion?.type === 'date'
  const wordMatches = await text.findQuotes({
    question: passageQuestion,
    limit: maxQuotesPerDocument,
    minShare: isExact ? minShareOfExact : minShare,
    needsDigit: isExact,
  })
  const ownMatches = wordMatches.filter(
    ({ rows }) =>
      rows.some((row) => canSayOf(incidentalNames, passageQuestion, row.text)) &&
      rows.some((row) => canSayDay(questions, row.text)) &&
      rows.some((row) => canSayWho(passageQuestion, row.text)),
  )
  return Promise.all(
    ownMatches.map(async ({ rows, score }): Promise<Quote> => {
      const places = await text.citeRows({ rows: rows.map(({ index }) => index), statement: '' })
      return { places, score }
    }),
  )
}

function isLabeledByName({ explanation }: Answer, textNames: readonly string[]): boolean {
  if (!explanation || !('found' in explanation)) return false
  return explanation.found.some(
    (reason) => reason.kind === 'label' && saysOnly(reason.label, textNames),
  )
}

/** A row with at least this many words that have letters is running text, which goes on in the next row. */
const minWordsOfText = 6

/**
 * Whether one of the names is in the row of the value, or in one beside it that says more of the same: running text goes
 * on in the next row, a value without words can stand below or above them, and a name can head the labels of what is its own.
 * True where there are no names.
 */
async function standsBesideNames(
  { text }: LoadedDocument,
  evidence: readonly Evidence[],
  names: readonly string[],
): Promise<boolean> {
  if (names.length === 0) return true
  const isBesideNames = await Promise.all(
    evidence.map(async ({ page, boxes }) => {
      const [, top, , bottom] = boxes[0] ?? [0, 0, 0, 0]
      const height = bottom - top
      const readRows = async (from: number, to: number) => {
        const row = await text.wordsAt({ page, box: [0, from, Number.MAX_SAFE_INTEGER, to] })
        return row.text
      }
      const ownRow = await readRows(top, bottom)
      const wordCount = ownRow.match(/\p{L}{2,}/gu)?.length ?? 0
      const isLabelled = /\p{L}:\s/u.test(ownRow)
      const isText = wordCount === 0 || (wordCount >= minWordsOfText && !isLabelled)
      const rowsBeside = [
        isText || isLabelled ? await readRows(top - height, bottom) : ownRow,
        isText ? await readRows(top, bottom + height) : ownRow,
      ]
      return rowsBeside.some((row) => saysAnyOf(row, names))
    }),
  )
  return isBesideNames.includes(true)
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
