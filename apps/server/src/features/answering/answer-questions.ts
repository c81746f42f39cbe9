import { isListType, type Json, type Question } from '@recto/provider-spec/answer'
import { badRequest } from '../../platform/app-error.ts'
import type { Tenant } from '../../platform/db/database.ts'
import type { CallContext } from '../model-calls/model-calls.port.ts'
import {
  type AnsweredQuestion,
  answerQuestion,
  answerTogether,
  type OpenedDocument,
} from './answer-question.ts'
import type { AnsweringNeeds, ConfiguredQuestion, NamedDocument } from './answer-settings.ts'
import { challenged } from './challenge-answers.ts'
import { explainAnsweringError } from './explain-answering-error.ts'
import { fillVariables, variablesOf } from './fill-variables.ts'
import { type DocumentOpener, type EnsureIndexed, openDocuments } from './open-documents.ts'
import type { ReadText } from './read-text.ts'
import { openPlaces, type Settled, settle } from './settle.ts'

export type AnsweringInput = {
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
  /** What is answered from in the place of a text that was read. */
  readonly source?: ((read: ReadText) => Promise<string | undefined>) | undefined
  /** The adapter of the model that judges the answers. */
  readonly challengerId?: string | undefined
  /** Opens the document, where somebody has it open already. */
  readonly open?: DocumentOpener | undefined
}

/** What became of one question. */
export type QuestionOutcome = { readonly key: string } & Settled<AnsweredQuestion>

/** Of one document; each holds a call of a model, and most of its time waits for the reply. */
export const maxAtATime = 8

/**
 * Answers the questions side by side, for the studio and for tools alike; the outcomes come in the
 * order of the questions, and one that fails leaves the others theirs. A question that refers to
 * others before it waits until they have their values.
 */
export async function answerQuestions(
  ctx: AnsweringNeeds,
  tenant: Tenant,
  input: AnsweringInput,
): Promise<readonly QuestionOutcome[]> {
  const answering: Answering = {
    tenant,
    calls: input.calls,
    open: input.open ?? openDocuments(ctx, tenant, input),
    inPlace: openPlaces(maxAtATime),
  }
  const underWay = new Map<string, Promise<QuestionOutcome>>()
  const outcomes: Promise<QuestionOutcome>[] = []
  for (const group of groupsOf(input)) {
    const values = valuesFor(group, input.known, underWay)
    const answers = answerGroup(answering, group, values)
    for (const [i, { key }] of group.entries()) {
      const outcome = settle(() => answers(i)).then((settled) => outcomeOf(key, settled))
      underWay.set(key, outcome)
      outcomes.push(outcome)
    }
  }
  return Promise.all(outcomes)
}

export function outcomeOf(key: string, settled: Settled<AnsweredQuestion>): QuestionOutcome {
  if (settled.isDone) return { key, ...settled }
  return { key, isDone: false, error: explainAnsweringError(settled.error) }
}

/** Questions with the same settings, which an adapter may answer in one step. */
type Group = readonly [ConfiguredQuestion, ...ConfiguredQuestion[]]

/** Neighbours with the same settings; one that refers to others is alone, and fails alone. */
function groupsOf({ questions, known }: AnsweringInput): readonly Group[] {
  const keys = [...known.keys(), ...questions.map(({ key }) => key)]
  const groups: [ConfiguredQuestion, ...ConfiguredQuestion[]][] = []
  let open: (typeof groups)[number] | undefined
  for (const question of questions) {
    const isAlone = variablesOf(question.prompt, keys).length > 0
    if (open && !isAlone && isSame(open[0], question)) {
      open.push(question)
      continue
    }
    const group: (typeof groups)[number] = [question]
    groups.push(group)
    open = isAlone ? undefined : group
  }
  return groups
}

const isSame = (a: ConfiguredQuestion, b: ConfiguredQuestion) =>
  JSON.stringify(a.settings) === JSON.stringify(b.settings)

/** The known values, and those of the questions before that the group refers to. */
async function valuesFor(
  group: Group,
  known: ReadonlyMap<string, Json>,
  underWay: ReadonlyMap<string, Promise<QuestionOutcome>>,
): Promise<ReadonlyMap<string, Json>> {
  const values = new Map(known)
  const keys = [...known.keys(), ...underWay.keys()]
  const names = group.flatMap(({ prompt }) => variablesOf(prompt, keys))
  const awaited = names.flatMap((name) => underWay.get(name) ?? [])
  for (const outcome of await Promise.all(awaited)) {
    const { key } = outcome
    if (!outcome.isDone) {
      throw badRequest(`The prompt refers to “${key}”, which could not be answered.`)
    }
    values.set(key, outcome.value.value)
  }
  return values
}

type Answering = {
  readonly tenant: Tenant
  readonly calls: CallContext
  readonly open: DocumentOpener
  /** Runs the work when one of the places is free. */
  readonly inPlace: <T>(work: () => Promise<T>) => Promise<T>
}

/** Returns how to await the answer of each question, by its place in the group. */
function answerGroup(
  { tenant, calls, open, inPlace }: Answering,
  group: Group,
  values: Promise<ReadonlyMap<string, Json>>,
): (at: number) => Promise<AnsweredQuestion> {
  const ready = prepare(open, group, values)
  const together = ready.then(({ document, asked }) =>
    document.llm.llm.answer ? inPlace(() => answerTogether(calls, document, asked)) : undefined,
  )
  return async (at) => {
    const answers = await together
    const { document, asked } = await ready
    const question = asked[at]
    if (!question) throw new RangeError(`The group has no question ${at}.`)
    if (answers) assertNoList(document, question)
    // A list is counted against the document; a second model would have to be shown all of both.
    const judge = async (answer: AnsweredQuestion) =>
      isListType(question.type) ? answer : challenged(tenant, calls, { question, answer })
    if (!answers) {
      return inPlace(async () => judge(await answerQuestion(tenant, calls, document, question)))
    }
    const answer = answers[at]
    if (!answer) throw new Error(`“${question.key}” was not answered.`)
    return document.challenger ? inPlace(() => judge(answer)) : answer
  }
}

/** An adapter that answers by itself reads single values. */
function assertNoList({ llm: { name } }: OpenedDocument, { key, type }: Question): void {
  if (isListType(type)) throw badRequest(`“${name}” cannot read “${key}”, which is a ${type}.`)
}

type Prepared = { readonly document: OpenedDocument; readonly asked: readonly Question[] }

async function prepare(
  open: DocumentOpener,
  group: Group,
  values: Promise<ReadonlyMap<string, Json>>,
): Promise<Prepared> {
  const known = await values
  const asked = group.map(({ settings: _, ...question }) => filled(question, known))
  return { document: await open(group[0].settings), asked }
}

const filled = (question: Question, values: ReadonlyMap<string, Json>): Question => ({
  ...question,
  prompt: fillVariables(question.prompt, values),
})
