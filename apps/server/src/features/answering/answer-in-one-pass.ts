import { answerInOnePass as askInOnePass } from '@recto/extraction/answer-in-one-pass'
import type { Json, Question } from '@recto/provider-spec/answer'
import type { Tenant } from '../../platform/db/database.ts'
import { callModel } from '../model-calls/model-calls.port.ts'
import { type AnsweredQuestion, openStoring } from './answer-question.ts'
import {
  type AnsweringInput,
  answerQuestions,
  maxAtATime,
  outcomeOf,
  type QuestionOutcome,
} from './answer-questions.ts'
import type { AnsweringNeeds, AnswerSettings, ConfiguredQuestion } from './answer-settings.ts'
import { answerWithoutCall } from './answer-without-call.ts'
import { challenged } from './challenge-answers.ts'
import { openClock } from './open-clock.ts'
import { openDocuments } from './open-documents.ts'
import { type OpenedDocument, sourceOf } from './opened-document.ts'
import { openPlaces, settle } from './settle.ts'
import { variablesIn } from './variables/variables-in.ts'

type Input = Omit<AnsweringInput, 'open'> & {
  /** Of the profile for all questions; they are answered from the whole text. */
  readonly settings: AnswerSettings
}

/** Rows need calls of their own, with the settings of their own question. */
const lists: readonly string[] = ['table', 'record', 'line-item']

/**
 * Answers the questions with one call of the model where it can be one. A question with variables
 * waits for their values and is asked alone, and so are lists. The outcomes come in the order of the
 * questions.
 */
export async function answerInOnePass(
  ctx: AnsweringNeeds,
  tenant: Tenant,
  input: Input,
): Promise<readonly QuestionOutcome[]> {
  const settings = { ...input.settings, chunkSize: 0, chunkOverlap: 0 }
  const questions = input.questions.map((question) =>
    lists.includes(question.type) ? question : { ...question, settings },
  )
  const open = openDocuments(ctx, tenant, input)
  const document = await settle(() => open(settings))
  // By itself, question by question, the document is opened again: the same failure, named for each.
  if (!document.isDone || document.value.llm.llm.answer || (await isEmpty(document.value))) {
    return answerQuestions(ctx, tenant, { ...input, questions, open })
  }
  const { together: asked, alone } = partsOf(questions, input.known)
  const data = await answerWithoutCall(ctx, tenant, input.calls, {
    document: document.value,
    questions: asked,
  })
  const fromData = [...data.values()].map((value): QuestionOutcome => {
    return { key: value.key, isDone: true, value }
  })
  const together = asked.filter(({ key }) => !data.has(key))
  const inOneCall = await answerTogether(tenant, {
    input,
    document: document.value,
    questions: together,
  })
  const pass = [...fromData, ...inOneCall]
  const known = new Map<string, Json>(input.known)
  for (const outcome of pass) if (outcome.isDone) known.set(outcome.key, outcome.value.value)
  const rest = await answerQuestions(ctx, tenant, { ...input, questions: alone, known, open })
  const outcomes = new Map([...pass, ...rest].map((outcome) => [outcome.key, outcome]))
  return questions.flatMap(({ key }) => outcomes.get(key) ?? [])
}

const isEmpty = async ({ text }: OpenedDocument) => (await text.measure()).isEmpty

function partsOf(questions: readonly ConfiguredQuestion[], known: ReadonlyMap<string, Json>) {
  const keys = [...known.keys(), ...questions.map(({ key }) => key)]
  const isAlone = ({ prompt, type }: Question) =>
    lists.includes(type) || variablesIn(prompt, keys).length > 0
  return {
    together: questions.filter((question) => !isAlone(question)),
    alone: questions.filter(isAlone),
  }
}

type Together = {
  readonly input: Input
  readonly document: OpenedDocument
  readonly questions: readonly ConfiguredQuestion[]
}

async function answerTogether(
  tenant: Tenant,
  { input: { calls }, document, questions }: Together,
): Promise<readonly QuestionOutcome[]> {
  if (questions.length === 0) return []
  const asked = questions.map(({ settings: _, ...question }) => question)
  const { llm, settings, text } = document
  const source = await sourceOf(document)
  const clock = openClock()
  const replies = openStoring()
  const outcomes = await askInOnePass({
    work: text,
    questions: asked,
    instructions: settings.instructions,
    text: source,
    contextWindow: llm.llm.contextWindow,
    askModel: ({ purpose: _, step, ...request }) =>
      clock.time('extraction_llm', () =>
        callModel(tenant, calls, {
          ...{ opened: llm, request, step, reason: 'extraction' },
          onStoring: replies.add,
        }),
      ),
  }).finally(replies.stored)
  const shared = { context: [source], metrics: clock.metrics(asked.length), document }
  const inPlace = openPlaces(maxAtATime)
  const answerTo = async (question: Question): Promise<AnsweredQuestion> => {
    const { key } = question
    const outcome = outcomes.find((one) => one.key === key)
    if (!outcome) throw new Error(`“${key}” was not answered.`)
    if (!outcome.isDone) throw outcome.error
    const { value, evidence, confidence, explanation } = outcome
    const said = { value, evidence, confidence, ...(explanation && { explanation }) }
    const answer = { key, question, ...said, ...shared }
    if (!document.challenger) return answer
    return inPlace(() => challenged(tenant, calls, { question, answer }))
  }
  return Promise.all(
    asked.map(async (question) => ({
      ...outcomeOf(question.key, await settle(() => answerTo(question))),
      together: { question, document },
    })),
  )
}
