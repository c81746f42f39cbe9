import type { CustomData } from '@recto/contract/wire'
import { isListType, type Json, type Question } from '@recto/provider-spec/answer'
import { badRequest } from '../../platform/app-error.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { askAddress, type CallContext } from '../model-calls/model-calls.port.ts'
import { type AnsweredQuestion, answerQuestion, answerTogether } from './answer-question.ts'
import type { AnsweringNeeds, ConfiguredQuestion, NamedDocument } from './answer-settings.ts'
import { answerWithoutCall } from './answer-without-call.ts'
import { challenged } from './challenge-answers.ts'
import { explainAnsweringError } from './explain-answering-error.ts'
import { type DocumentOpener, type EnsureIndexed, openDocuments } from './open-documents.ts'
import type { OpenedDocument } from './opened-document.ts'
import type { ReadText } from './read-text.ts'
import { openPlaces, type Settled, settle, settledValue } from './settle.ts'
import { fillVariables, type Values } from './variables/fill-variables.ts'
import { assertNoCircle, inOrderOfReferences } from './variables/order-of-references.ts'
import { variablesIn, variablesOf } from './variables/variables-in.ts'

export type AnsweringInput = {
  readonly questions: readonly ConfiguredQuestion[]
  readonly document: NamedDocument
  /** Values under the keys of other prompts, for questions that refer to them. */
  readonly known: ReadonlyMap<string, Json>
  /** Of the caller's own, for questions that refer to it. */
  readonly customData?: CustomData | null | undefined
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
export type QuestionOutcome = {
  readonly key: string
  /** Where it was asked with others in one call: as it was asked, and of what. */
  readonly together?: { readonly question: Question; readonly document: OpenedDocument }
} & Settled<AnsweredQuestion>

/** Of one document; each holds a call of a model, and most of its time waits for the reply. */
export const maxAtATime = 8

/**
 * Answers the questions side by side, for the studio and for tools alike; the outcomes come in the
 * order of the questions, and one that fails leaves the others theirs. A question that refers to
 * others, wherever they stand, waits until they have their values.
 */
export async function answerQuestions(
  ctx: AnsweringNeeds,
  tenant: Tenant,
  input: AnsweringInput,
): Promise<readonly QuestionOutcome[]> {
  const answering: Answering = {
    ctx,
    tenant,
    calls: input.calls,
    open: input.open ?? openDocuments(ctx, tenant, input),
    inPlace: openPlaces(maxAtATime),
    fill: filling(ctx, tenant, input),
  }
  const underWay = new Map<string, Promise<QuestionOutcome>>()
  for (const group of groupsOf(input)) {
    const values = valuesFor(group, input.known, underWay)
    const answers = answerGroup(answering, group, values)
    for (const [i, { key }] of group.entries()) {
      const outcome = settle(() => answers(i)).then((settled) => outcomeOf(key, settled))
      underWay.set(key, outcome)
    }
  }
  const outcomes = await Promise.all(underWay.values())
  const byKey = new Map(outcomes.map((outcome) => [outcome.key, outcome]))
  return input.questions.flatMap(({ key }) => byKey.get(key) ?? [])
}

type Fill = (question: Question, before: Promise<ReadonlyMap<string, Json>>) => Promise<Question>

/** Puts values in the place of a question's variables. */
function filling(
  ctx: AnsweringNeeds,
  tenant: Tenant,
  { questions, customData, calls }: AnsweringInput,
): Fill {
  return async (question, before) => {
    const check = async () => assertNoCircle(question, questions)
    const [known] = await Promise.all([before, check()])
    let asked = 0
    const values: Values = {
      known,
      customData,
      askAddress(url, value) {
        asked += 1
        const step = `${question.key}/address/${asked}`
        return askAddress(ctx, tenant, calls, { url, value, step })
      },
    }
    return { ...question, prompt: await fillVariables(question.prompt, values) }
  }
}

export function outcomeOf(key: string, settled: Settled<AnsweredQuestion>): QuestionOutcome {
  if (settled.isDone) return { key, ...settled }
  return { key, isDone: false, error: explainAnsweringError(settled.error) }
}

/** Questions with the same settings, which an adapter may answer in one step. */
type Group = readonly [ConfiguredQuestion, ...ConfiguredQuestion[]]

/**
 * Neighbours with the same settings, each after those that it refers to; one with variables is alone,
 * and fails alone.
 */
function groupsOf({ questions, known }: AnsweringInput): readonly Group[] {
  const keys = [...known.keys(), ...questions.map(({ key }) => key)]
  const groups: [ConfiguredQuestion, ...ConfiguredQuestion[]][] = []
  let open: (typeof groups)[number] | undefined
  for (const question of inOrderOfReferences(questions)) {
    const isAlone = variablesIn(question.prompt, keys).length > 0
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
  readonly ctx: AnsweringNeeds
  readonly tenant: Tenant
  readonly calls: CallContext
  readonly open: DocumentOpener
  /** Runs the work when one of the places is free. */
  readonly inPlace: <T>(work: () => Promise<T>) => Promise<T>
  readonly fill: Fill
}

/** Returns how to await the answer of each question, by its place in the group. */
function answerGroup(
  answering: Answering,
  group: Group,
  values: Promise<ReadonlyMap<string, Json>>,
): (at: number) => Promise<AnsweredQuestion> {
  const { ctx, tenant, calls, inPlace } = answering
  const ready = prepare(answering, group, values)
  const begun = ready.then(async ({ document, asked }) => {
    const known = await answerWithoutCall(ctx, tenant, calls, { document, questions: asked })
    const rest = asked.filter(({ key }) => !known.has(key))
    const askTogether = async () => {
      if (!document.llm.llm.answer) return undefined
      return rest.length > 0 ? inPlace(() => answerTogether(calls, document, rest)) : []
    }
    // Settled, for nobody awaits it where the data answers everything or the document cannot be opened.
    return { document, asked, known, together: settle(askTogether) }
  })
  return async (at) => {
    const { document, asked, known, together } = await begun
    const question = asked[at]
    if (!question) throw new RangeError(`The group has no question ${at}.`)
    const found = known.get(question.key)
    if (found) return found
    const answers = settledValue(await together)
    // A list is counted against the document; a second model would have to be shown all of both.
    const judge = async (answer: AnsweredQuestion) =>
      isListType(question.type) ? answer : challenged(tenant, calls, { question, answer })
    if (!answers) {
      return inPlace(async () => judge(await answerQuestion(tenant, calls, document, question)))
    }
    const answer = answers.find(({ key }) => key === question.key)
    if (!answer) throw new Error(`“${question.key}” was not answered.`)
    return document.challenger ? inPlace(() => judge(answer)) : answer
  }
}

type Prepared = { readonly document: OpenedDocument; readonly asked: readonly Question[] }

async function prepare(
  { open, fill }: Answering,
  group: Group,
  values: Promise<ReadonlyMap<string, Json>>,
): Promise<Prepared> {
  const asked: Question[] = []
  for (const { settings: _, ...question } of group) asked.push(await fill(question, values))
  return { document: await open(group[0].settings), asked }
}
