import type { Json, Question } from '@recto/provider-spec/answer'
import { badRequest } from '../../platform/app-error.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { openLlm } from '../adapters/adapters.port.ts'
import type { CallContext } from '../model-calls/model-calls.port.ts'
import {
  type AnsweredQuestion,
  answerQuestion,
  answerTogether,
  type OpenedDocument,
} from './answer-question.ts'
import type {
  AnsweringNeeds,
  AnswerSettings,
  ConfiguredQuestion,
  NamedDocument,
} from './answer-settings.ts'
import { rethrowExplained } from './explain-answering-error.ts'
import { fillVariables, variablesOf } from './fill-variables.ts'
import { openPassages, type Passages } from './open-passages.ts'
import { readText } from './read-text.ts'

/** Makes the chunks searchable when they are not yet. */
export type EnsureIndexed = (passages: Passages) => Promise<void>

type Input = {
  readonly questions: readonly ConfiguredQuestion[]
  readonly document: NamedDocument
  /** Values under the keys of other prompts, for questions that refer to them. */
  readonly known: ReadonlyMap<string, Json>
  /** Documents of the same content keep chunks of their own, so that removing one spares the other. */
  readonly scope: string
  readonly calls: CallContext
  readonly ensureIndexed: EnsureIndexed
  /** Whether the text is looked at later, so that it is kept also where reading it costs nothing. */
  readonly keepsText?: boolean
}

/**
 * Answers the questions in their order, for the studio and for tools alike. Neighbours with the same
 * settings share one opened document; a question that refers to others waits until they have their
 * values.
 */
export async function answerQuestions(
  ctx: AnsweringNeeds,
  tenant: Tenant,
  input: Input,
): Promise<readonly AnsweredQuestion[]> {
  const values = new Map(input.known)
  const answered: AnsweredQuestion[] = []
  try {
    for (const { settings, questions } of groupsOf(input)) {
      const asked = questions.map((question) => filled(question, values))
      const document = await openDocument(ctx, tenant, input, settings)
      const answers = await answerGroup(tenant, input.calls, document, asked)
      for (const { key, value } of answers) values.set(key, value)
      answered.push(...answers)
    }
  } catch (error) {
    rethrowExplained(error)
  }
  return answered
}

/** One question follows the other, so that the calls of a repeated run come in the same order. */
async function answerGroup(
  tenant: Tenant,
  calls: CallContext,
  document: OpenedDocument,
  questions: readonly Question[],
): Promise<readonly AnsweredQuestion[]> {
  if (document.llm.llm.answer) return answerTogether(calls, document, questions)
  const answers: AnsweredQuestion[] = []
  for (const question of questions) {
    answers.push(await answerQuestion(tenant, calls, document, question))
  }
  return answers
}

type Group = { readonly settings: AnswerSettings; readonly questions: Question[] }

function groupsOf({ questions, known }: Input): readonly Group[] {
  const keys = [...known.keys(), ...questions.map(({ key }) => key)]
  const groups: Group[] = []
  for (const { settings, ...question } of questions) {
    const last = groups.at(-1)
    const isAlone = variablesOf(question.prompt, keys).length > 0
    if (last && !isAlone && isSame(last.settings, settings)) last.questions.push(question)
    else groups.push({ settings, questions: [question] })
  }
  return groups
}

const isSame = (a: AnswerSettings, b: AnswerSettings) => JSON.stringify(a) === JSON.stringify(b)

const filled = (question: Question, values: ReadonlyMap<string, Json>): Question => ({
  ...question,
  prompt: fillVariables(question.prompt, values),
})

/** Opens the adapters, reads the document and makes its chunks searchable where they are wanted. */
async function openDocument(
  ctx: AnsweringNeeds,
  tenant: Tenant,
  { document, scope, calls, ensureIndexed, keepsText }: Input,
  settings: AnswerSettings,
): Promise<OpenedDocument> {
  const { llmId, textExtractorId, chunkSize, strategy } = settings
  const llm = await openLlm(ctx, tenant, llmId)
  const read = await readText(ctx, tenant, {
    document,
    textExtractorId,
    step: calls.step,
    isKept: keepsText,
  })
  const opened = { ...read, llm, settings, passages: undefined }
  if (chunkSize === 0) return opened
  if (strategy === 'subquestion' && !llm.llm.complete) {
    throw badRequest(`“${llm.name}” cannot split a prompt into sub-questions.`)
  }
  if (llm.llm.answer) return opened
  const passages = await openPassages(ctx, tenant, { settings, document, scope, calls, ...read })
  await ensureIndexed(passages)
  return { ...opened, passages }
}
