import type { CustomData } from '@recto/contract/wire/wire'
import type { Json, Question } from '@recto/provider-spec/answer'
import pLimit from 'p-limit'
import { badRequest } from '../../platform/app-error.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { askAddress, type CallContext } from '../model-calls/model-calls.port.ts'
import { type AnsweredQuestion, answerAllByAdapter, answerOneQuestion } from './answer-question.ts'
import type {
  AnsweringDependencies,
  ConfiguredQuestion,
  HashedDocument,
} from './answer-settings.ts'
import { answerWithoutCall } from './answer-without-call.ts'
import { challengeIfConfigured } from './challenge-answers.ts'
import { escalateIfNeeded } from './escalation/escalate-answer.ts'
import { type DocumentOpener, type EnsureIndexed, openDocuments } from './open-documents.ts'
import type { OpenedDocument } from './opened-document.ts'
import {
  getValueOrThrow,
  type Outcome,
  type QuestionOutcome,
  toOutcome,
  toQuestionOutcome,
} from './question-outcomes.ts'
import type { LoadedText } from './reading/load-document-text.ts'
import { createCachedText } from './share-cached-text.ts'
import { fillVariables, type VariableValues } from './variables/fill-variables.ts'
import { listReferencedKeys, parseVariables } from './variables/parse-variables.ts'
import { assertNoCircularReference, sortByReferences } from './variables/sort-by-references.ts'

export type AnsweringInput = {
  readonly questions: readonly ConfiguredQuestion[]
  readonly document: HashedDocument
  /** Values of other prompts by their keys, for questions that refer to them. */
  readonly knownValues: ReadonlyMap<string, Json>
  /** Data of the caller, for questions that refer to it. */
  readonly customData?: CustomData | null | undefined
  /**
   * Separates the indexes of documents with the same content, so that deleting one leaves the
   * other.
   */
  readonly scope: string
  readonly calls: CallContext
  readonly ensureIndexed: EnsureIndexed
  /** Whether the text is used again later, so that it is stored even where reading it is free. */
  readonly keepsText?: boolean
  /** Returns a text that replaces the text of the document, such as a summary. */
  readonly loadReplacementText?:
    | ((loadedText: LoadedText) => Promise<string | undefined>)
    | undefined
  /** The adapter of the model that challenges the answers. */
  readonly challengerId?: string | undefined
  /** Opens the document, where the caller has already opened it. */
  readonly open?: DocumentOpener | undefined
}

/**
 * Maximum number of questions on one document at a time; most of their time they wait for a reply.
 */
export const maxConcurrentQuestions = 8

/**
 * Answers the questions concurrently, for the studio and for tools; the outcomes come in the order
 * of the questions, and a failed question does not affect the others. A question that refers to
 * others waits for their values.
 */
export async function answerQuestions(
  ctx: AnsweringDependencies,
  tenant: Tenant,
  input: AnsweringInput,
): Promise<readonly QuestionOutcome[]> {
  const groupContext: GroupContext = {
    ctx,
    tenant,
    calls: input.calls,
    open: input.open ?? openDocuments(ctx, tenant, input),
    limit: pLimit(maxConcurrentQuestions),
    fillVariables: createVariableFiller(ctx, tenant, input),
  }
  const pendingOutcomes = new Map<string, Promise<QuestionOutcome>>()
  for (const group of groupQuestions(input)) {
    const values = resolveValues(group, input.knownValues, pendingOutcomes)
    const outcomes = answerGroup(groupContext, group, values)
    for (const [index, outcome] of outcomes.entries()) {
      const question = group[index]
      if (question) pendingOutcomes.set(question.key, outcome)
    }
  }
  const outcomes = await Promise.all(pendingOutcomes.values())
  const outcomeByKey = new Map(outcomes.map((outcome) => [outcome.key, outcome]))
  return input.questions.flatMap(({ key }) => outcomeByKey.get(key) ?? [])
}

type FillVariables = (
  question: Question,
  values: Promise<ReadonlyMap<string, Json>>,
) => Promise<Question>

/** Replaces the variables in the prompt of a question. */
function createVariableFiller(
  ctx: AnsweringDependencies,
  tenant: Tenant,
  { questions, customData, calls }: AnsweringInput,
): FillVariables {
  return async (question, values) => {
    const checkReferences = async () => assertNoCircularReference(question, questions)
    const [knownValues] = await Promise.all([values, checkReferences()])
    let addressCount = 0
    const variableValues: VariableValues = {
      knownValues,
      customData,
      askAddress(url, value) {
        addressCount += 1
        const step = `${question.key}/address/${addressCount}`
        return askAddress(ctx, tenant, calls, { url, value, step })
      },
    }
    return { ...question, prompt: await fillVariables(question.prompt, variableValues) }
  }
}

/** Questions with the same settings, which an adapter may answer in one step. */
type QuestionGroup = readonly [ConfiguredQuestion, ...ConfiguredQuestion[]]

/**
 * Groups adjacent questions with the same settings, ordered so that each comes after those it
 * refers to. A question with variables is a group of its own, so that it fails alone.
 */
function groupQuestions({ questions, knownValues }: AnsweringInput): readonly QuestionGroup[] {
  const keys = [...knownValues.keys(), ...questions.map(({ key }) => key)]
  const groups: [ConfiguredQuestion, ...ConfiguredQuestion[]][] = []
  let openGroup: (typeof groups)[number] | undefined
  for (const question of sortByReferences(questions)) {
    const isAlone = parseVariables(question.prompt, keys).length > 0
    if (openGroup && !isAlone && hasSameSettings(openGroup[0], question)) {
      openGroup.push(question)
      continue
    }
    const group: (typeof groups)[number] = [question]
    groups.push(group)
    openGroup = isAlone ? undefined : group
  }
  return groups
}

const hasSameSettings = (a: ConfiguredQuestion, b: ConfiguredQuestion) =>
  JSON.stringify(a.settings) === JSON.stringify(b.settings)

/** Adds the values of the earlier questions that the group refers to, once they are answered. */
async function resolveValues(
  group: QuestionGroup,
  knownValues: ReadonlyMap<string, Json>,
  pendingOutcomes: ReadonlyMap<string, Promise<QuestionOutcome>>,
): Promise<ReadonlyMap<string, Json>> {
  const values = new Map(knownValues)
  const keys = [...knownValues.keys(), ...pendingOutcomes.keys()]
  const names = group.flatMap(({ prompt }) => listReferencedKeys(prompt, keys))
  const referencedOutcomes = names.flatMap((name) => pendingOutcomes.get(name) ?? [])
  for (const outcome of await Promise.all(referencedOutcomes)) {
    const { key } = outcome
    if (!outcome.isOk) {
      throw badRequest(`The prompt refers to “${key}”, which could not be answered.`)
    }
    values.set(key, outcome.value.value)
  }
  return values
}

type GroupContext = {
  readonly ctx: AnsweringDependencies
  readonly tenant: Tenant
  readonly calls: CallContext
  readonly open: DocumentOpener
  /** Limits the number of questions that are answered at a time. */
  readonly limit: <T>(work: () => Promise<T>) => Promise<T>
  readonly fillVariables: FillVariables
}

/** Starts answering a group; the outcomes come in the order of its questions. */
function answerGroup(
  groupContext: GroupContext,
  group: QuestionGroup,
  values: Promise<ReadonlyMap<string, Json>>,
): readonly Promise<QuestionOutcome>[] {
  const preparation = prepareGroup(groupContext, group, values)
  return group.map(async ({ key }, index) => {
    const outcome = await toOutcome(async () =>
      answerPrepared(groupContext, await preparation, index),
    )
    return toQuestionOutcome(key, outcome)
  })
}

type PreparedGroup = {
  readonly document: OpenedDocument
  /** The questions of the group, with their variables filled. */
  readonly questions: readonly Question[]
  /** Answers that need no model, by key. */
  readonly knownAnswers: ReadonlyMap<string, AnsweredQuestion>
  /** The answers of an adapter that answers all questions in one step; `undefined` for others. */
  readonly jointAnswers: Promise<Outcome<readonly AnsweredQuestion[] | undefined>>
}

async function prepareGroup(
  { ctx, tenant, calls, open, limit, fillVariables }: GroupContext,
  group: QuestionGroup,
  values: Promise<ReadonlyMap<string, Json>>,
): Promise<PreparedGroup> {
  const questions: Question[] = []
  for (const { settings: _, ...question } of group)
    questions.push(await fillVariables(question, values))
  const document = await open(group[0].settings)
  const knownAnswers = await answerWithoutCall(ctx, tenant, calls, { document, questions })
  const remainingQuestions = questions.filter(({ key }) => !knownAnswers.has(key))
  const askAdapter = async () => {
    // Most language models only complete prompts; some adapters answer questions themselves.
    if (!document.llm.connection.answer) return undefined
    return remainingQuestions.length > 0
      ? limit(() => answerAllByAdapter(tenant, calls, document, remainingQuestions))
      : []
  }
  const { index, settings, textHash } = document
  const cachedText = index
    ? undefined
    : createCachedText(
        calls,
        { instructions: settings.instructions, hash: textHash },
        remainingQuestions.length,
      )
  // An outcome, which never rejects: nobody awaits it when every answer is already known.
  const jointAnswers = toOutcome(askAdapter)
  return { document: { ...document, cachedText }, questions, knownAnswers, jointAnswers }
}

async function answerPrepared(
  { ctx, tenant, calls, limit }: GroupContext,
  { document, questions, knownAnswers, jointAnswers }: PreparedGroup,
  index: number,
): Promise<AnsweredQuestion> {
  const question = questions[index]
  if (!question) throw new RangeError(`The group has no question ${index}.`)
  const knownAnswer = knownAnswers.get(question.key)
  if (knownAnswer) return knownAnswer
  const answers = getValueOrThrow(await jointAnswers)
  const finish = async (outcome: Outcome<AnsweredQuestion>) => {
    const answer = await escalateIfNeeded(ctx, tenant, calls, { document, question, outcome })
    return challengeIfConfigured(tenant, calls, { question, answer })
  }
  if (!answers) {
    return limit(async () =>
      finish(await toOutcome(() => answerOneQuestion(tenant, calls, document, question))),
    )
  }
  const answer = answers.find(({ key }) => key === question.key)
  if (!answer) throw new Error(`“${question.key}” was not answered.`)
  const isFinal = !document.challenger && document.settings.escalationLlmId === undefined
  return isFinal ? answer : limit(() => finish({ isOk: true, value: answer }))
}
