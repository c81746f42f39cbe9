import { answerInWindows } from '@recto/extraction/answer-in-windows'
import { answerList, type ListQuestion } from '@recto/extraction/answer-list'
import { answerQuestion as askQuestion } from '@recto/extraction/answer-question'
import type { Instructions } from '@recto/extraction/assemble-prompt'
import type { ChallengeLog } from '@recto/extraction/challenge-answer'
import { describeWarning } from '@recto/extraction/describe-explanation'
import type { AskModel, LlmCall } from '@recto/extraction/llm-call'
import { omitUndefined } from '@recto/omit-undefined'
import {
  type Answer,
  type Confidence,
  type EvidenceTree,
  isListType,
  type Json,
  type ListReport,
  type Question,
} from '@recto/provider-spec/answer'
import type { Explanation } from '@recto/provider-spec/explanation'
import type { LlmRequest } from '@recto/provider-spec/llm'
import { badRequest } from '../../platform/app-error.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { explainProviderError, type OpenedLlm } from '../adapters/adapters.port.ts'
import {
  type CallContext,
  callModel,
  countAnswersWithoutCall,
} from '../model-calls/model-calls.port.ts'
import type { Escalation } from './escalation.ts'
import { type FittedContext, findQuestionContext } from './find-context.ts'
import type { OpenedDocument } from './opened-document.ts'
import { isWorthCaching } from './share-cached-text.ts'
import type { PagesToShow } from './show-pages.ts'
import type { OpenedText } from './text/open-text.ts'
import { createTimer, type Metrics } from './timer.ts'

export type AnsweredQuestion = {
  readonly key: string
  /** The question as it was asked. */
  readonly question: Question
  readonly value: Json
  readonly evidence: EvidenceTree
  /** Completeness of a list. */
  readonly report?: ListReport | undefined
  /** A note for people on how the value was found. */
  readonly note?: string | undefined
  readonly confidence?: Confidence | undefined
  /** Explains how the value was found, or why it was not; absent when unknown. */
  readonly explanation?: Explanation | undefined
  /** The texts that the answer was taken from. */
  readonly context: readonly string[]
  /** Number of retrieved chunks that did not fit into the context window. */
  readonly omitted?: number | undefined
  readonly metrics: Metrics
  /** The log of the challenge by a second model. */
  readonly challenge?: (ChallengeLog & { readonly file_name: string }) | undefined
  /** Says how the question was asked again of a larger model; absent if it was not. */
  readonly escalation?: Escalation | undefined
  readonly document: OpenedDocument
  /** The key under which the answer of a layout rule is stored. */
  readonly layoutAnswerKey?: string | undefined
}

/** An answer with the parts of its document that are presented. */
export type PresentedAnswer = Omit<AnsweredQuestion, 'document'> & {
  readonly document: Pick<OpenedDocument, 'text' | 'textHash' | 'embedded' | 'hidden' | 'warnings'>
}

/** Answers one question: finds its context, then asks the model. Every call is a step. */
export async function answerOneQuestion(
  tenant: Tenant,
  calls: CallContext,
  document: OpenedDocument,
  question: Question,
): Promise<AnsweredQuestion> {
  if (isList(question)) return answerListQuestion(tenant, calls, document, question)
  const { index, llm } = document
  const timer = createTimer()
  const findContext = () => findQuestionContext(tenant, calls, document, question)
  const context = await (index ? timer.time('context_retrieval', findContext) : findContext())
  // Without context a model would make something up; pages without words can still be shown.
  if (context.texts.length === 0 && !document.album) {
    const emptyAnswer = { key: question.key, question, value: null, evidence: null, context: [] }
    return toAnsweredQuestion(emptyAnswer, timer.metrics(), document)
  }
  const answer = await askInContext(tenant, calls, { document, question, context, timer })
  const { texts, omitted: omittedCount } = context
  const answeredQuestion = toAnsweredQuestion(
    { ...answer, question, context: texts, omitted: omittedCount },
    timer.metrics(),
    document,
  )
  const { windows } = context
  if (!windows) return answeredQuestion
  const notes = [describeWindows(windows, llm), answeredQuestion.note]
  return { ...answeredQuestion, note: notes.filter((note) => note !== undefined).join(' ') }
}

type QuestionInContext = {
  readonly document: OpenedDocument
  readonly question: Question
  readonly context: FittedContext
  readonly timer: ReturnType<typeof createTimer>
}

async function askInContext(
  tenant: Tenant,
  calls: CallContext,
  { document, question, context: { texts, windows }, timer }: QuestionInContext,
) {
  const { text, llm, settings, cachedText, album } = document
  const pagesToShow = await album?.show(llm, texts)
  const modelCaller = createModelCaller(tenant, calls, llm, pagesToShow?.images)
  const askModel: AskModel = (call) =>
    timer.time('extraction_llm', () => modelCaller.askModel(call))
  const { instructions, work } = withShownPages(settings.instructions, text, pagesToShow)
  const isWorthIt = pagesToShow !== undefined || isWorthCaching(instructions, texts)
  const cache = !windows && isWorthIt ? cachedText : undefined
  const request = {
    work,
    question,
    instructions,
    sharesText: cache !== undefined,
    maxContinuations: llm.maxContinuations,
    askModel: cache?.askInTurn(askModel) ?? askModel,
  }
  const ownContext = pagesToShow?.shownPages.isTextLeftOut ? [] : texts
  const answer = windows
    ? answerInWindows({ ...request, windows })
    : askQuestion({ ...request, context: ownContext })
  return answer.finally(modelCaller.waitUntilStored)
}

const describeWindows = (windows: readonly string[], { name, connection }: OpenedLlm) =>
  `The document is longer than “${name}” accepts (${connection.contextWindow} tokens), so it was read in ${windows.length} parts.`

const isList = (question: Question): question is ListQuestion => isListType(question.type)

/** Reads the whole document, whatever the chunking. */
async function answerListQuestion(
  tenant: Tenant,
  calls: CallContext,
  document: OpenedDocument,
  question: ListQuestion,
): Promise<AnsweredQuestion> {
  const { text, llm, settings } = document
  const timer = createTimer()
  const modelCaller = createModelCaller(tenant, calls, llm)
  const timingGroup = question.type === 'line-item' ? 'line_item_extraction' : 'table_extraction'
  const answer = await timer
    .time(timingGroup, () =>
      answerList({
        work: text,
        question,
        instructions: settings.instructions,
        askModel: modelCaller.askModel,
        contextWindow: getListWindow(llm),
        maxContinuations: llm.maxContinuations,
      }),
    )
    .finally(modelCaller.waitUntilStored)
  return toAnsweredQuestion(
    { ...answer, question, context: [await text.wholeText()] },
    timer.metrics(),
    document,
  )
}

/** Lists are read in small parts, however much a model accepts; longer ones only where somebody says so. */
const maxListedWindow = 8000

const getListWindow = ({ isWindowListed, connection: { contextWindow } }: OpenedLlm) =>
  isWindowListed ? Math.min(contextWindow, maxListedWindow) : contextWindow

/** Calls the model about one question, as steps; replies are stored in the background. */
function createModelCaller(
  tenant: Tenant,
  calls: CallContext,
  llm: OpenedLlm,
  images: LlmRequest['images'] = [],
) {
  const pendingWrites = trackPendingWrites()
  // A long document takes several calls for one question, of which only the first counts it.
  let isFollowUp = calls.isFollowUp ?? false
  const askModel: AskModel = ({ step, ...call }) => {
    const request = toRequest(call, images)
    const modelCall = { adapter: llm, request, step, reason: 'extraction', isFollowUp } as const
    isFollowUp = true
    return callModel(tenant, calls, { ...modelCall, onPersist: pendingWrites.add })
  }
  return { askModel, waitUntilStored: pendingWrites.waitUntilStored }
}

/** Adds the images of pages to a call, unless it only restates an answer and so has no document. */
export function toRequest(
  { purpose, questionCount: _, ...request }: Omit<LlmCall, 'step'>,
  images: NonNullable<LlmRequest['images']>,
): LlmRequest {
  const isAboutDocument = purpose !== 'normalise' || request.schema === undefined
  return images.length > 0 && isAboutDocument ? { ...request, images } : request
}

/** The instructions and the computations for a model that has seen pages. */
export function withShownPages<Work extends Pick<OpenedText, 'understand'>>(
  instructions: Instructions,
  work: Work,
  pagesToShow: PagesToShow | undefined,
): { readonly instructions: Instructions; readonly work: Pick<OpenedText, 'understand'> } {
  if (!pagesToShow) return { instructions, work }
  const { shownPages } = pagesToShow
  return {
    instructions: { ...instructions, shownPages },
    work: { understand: (reply) => work.understand({ ...reply, shownPages }) },
  }
}

/**
 * Tracks writes of replies that run while their evidence is searched; the answer awaits them with
 * `waitUntilStored`.
 */
export function trackPendingWrites() {
  const writes: Promise<void>[] = []
  return {
    add(write: Promise<void>) {
      // `waitUntilStored` reports the failure.
      write.catch(() => {})
      writes.push(write)
    },
    waitUntilStored: () => Promise.all(writes),
  }
}

/** Answers all the questions in one step, by an adapter that reads the document itself. */
export async function answerAllByAdapter(
  tenant: Tenant,
  calls: CallContext,
  document: OpenedDocument,
  questions: readonly Question[],
): Promise<readonly AnsweredQuestion[]> {
  const { text, llm } = document
  const { step, masking } = calls
  if (masking && llm.isExternal && !llm.connection.builtInExtractor)
    throw cannotMaskDocumentError(llm.name)
  const timer = createTimer()
  const answers = await timer.time('extraction_llm', () =>
    step(`answer/${questions[0]?.key ?? ''}`, () => callAdapter(document, questions), {
      isRepeatable: true,
    }).catch((error: unknown) => {
      throw explainProviderError(error, llm.name)
    }),
  )
  if (llm.connection.builtInExtractor) {
    await countAnswersWithoutCall(tenant, calls, {
      kind: 'built_in_extractor',
      answers: questions.length,
      step: questions[0]?.key ?? '',
    })
  }
  const context = [await text.wholeText()]
  const metrics = timer.metrics(questions.length)
  return questions.map((question, index) => {
    const answer = answers[index]
    if (!answer) throw new Error(`“${question.key}” was not answered.`)
    return toAnsweredQuestion({ ...answer, question, context }, metrics, document)
  })
}

/** The adapter receives the whole document, in which nothing can be masked. */
const cannotMaskDocumentError = (name: string) =>
  badRequest(
    `“${name}” is external and receives whole documents, in which values cannot be masked. Choose another language model.`,
  )

async function callAdapter(
  { text, llm: { name, connection } }: OpenedDocument,
  questions: readonly Question[],
): Promise<readonly Answer[]> {
  if (connection.builtInExtractor)
    return text.answerByBuiltInExtractor(questions, connection.builtInExtractor.embed)
  if (!connection.answer) throw new Error(`“${name}” does not answer by itself.`)
  return connection.answer(await text.document(), questions)
}

type AnswerParts = Answer &
  Pick<AnsweredQuestion, 'question' | 'context'> & { readonly omitted?: number }

/** Drops `calls`, the long prompts and replies that answers of the extraction package carry. */
const toAnsweredQuestion = (
  { context, omitted: omittedCount = 0, explanation, report, ...answer }: AnswerParts,
  metrics: Metrics,
  document: OpenedDocument,
): AnsweredQuestion => ({
  key: answer.key,
  question: answer.question,
  value: answer.value,
  evidence: answer.evidence,
  confidence: answer.confidence,
  ...omitUndefined({ explanation, report, note: explanation && describeWarning(explanation) }),
  context,
  omitted: omittedCount,
  metrics,
  document,
})
