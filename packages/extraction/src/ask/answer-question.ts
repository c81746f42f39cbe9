import { omitUndefined } from '@recto/omit-undefined'
import { type Answer, isListType, type Question } from '@recto/provider-spec/answer'
import type { LlmReply } from '@recto/provider-spec/llm'
import { fenceText } from '../values/fence-text.ts'
import { assemblePrompt, type Instructions } from './assemble-prompt.ts'
import { normalisingPrompt, type PlainType } from './convert-answer.ts'
import type { DocumentWork, Understood } from './document-work.ts'
import { continuingPrompt, joinParts, maxContinuations } from './go-on.ts'
import type { AskModel, CallRecord, LlmCall } from './llm-call.ts'
import { restatedText, schemaOfRestated } from './said-value.ts'
import { unreadableReply } from './unreadable-reply.ts'

type ModelAnswer = Answer & { readonly calls: readonly CallRecord[] }

type QuestionInput = {
  readonly work: Pick<DocumentWork, 'understand'>
  readonly question: Question
  readonly instructions: Instructions
  /** Texts from which the model answers. */
  readonly context: readonly string[]
  readonly askModel: AskModel
}

/**
 * Asks a model one question about a document and converts its answer to the field's type. Makes
 * further calls only when an answer was cut off, and one when it cannot be converted. Rejects when
 * `askModel` or `work` does, and with an `UnreadableReplyError` when the second answer cannot be
 * converted either.
 */
export async function answerQuestion(input: QuestionInput): Promise<ModelAnswer> {
  const { question, instructions, context } = input
  if (isListType(question.type)) throw new RangeError('A list is read row by row.')
  const calls: CallRecord[] = []
  const asking: Asking = {
    ...input,
    type: question.type,
    prompt: assemblePrompt(question, instructions, context),
    ask: openAsking(input, calls),
  }
  const first = await wholeAnswer(asking)
  const understood = first.understood ?? (await saidAgain(asking, first.text))
  return { key: question.key, ...understood, calls }
}

type Asked = { readonly schema?: LlmCall['schema'] | undefined; readonly step?: string }
type Ask = (purpose: LlmCall['purpose'], prompt: string, asked?: Asked) => Promise<LlmReply>

type Asking = QuestionInput & {
  readonly type: PlainType
  /** Prompt of the first call. */
  readonly prompt: string
  readonly ask: Ask
}

function openAsking({ question: { key }, askModel }: QuestionInput, calls: CallRecord[]): Ask {
  return async (purpose, prompt, { schema, step: name = purpose } = {}) => {
    const step = `${key}/${name}`
    const reply = await askModel({ purpose, step, prompt, ...omitUndefined({ schema }) })
    calls.push({ purpose, step, prompt, reply })
    if (reply.stoppedBy === 'filter') {
      throw unreadableReply(`The model refused to answer “${key}”`, reply.text)
    }
    return reply
  }
}

/** Returns the first answer, joined when the model needed several replies for it. */
async function wholeAnswer({ work, question, type, prompt, ask }: Asking) {
  const reply = await ask('answer', prompt)
  const goesOn = type === 'text' || type === 'json'
  let { text } = reply
  let isCut = reply.stoppedBy === 'length'
  for (let time = 1; ; time++) {
    const understood = isCut && goesOn ? 'cut' : await work.understand({ question, text })
    if (understood !== 'cut') return { text, understood }
    if (time > maxContinuations) {
      throw unreadableReply(`The model did not come to the end of “${question.key}”`, '')
    }
    const more = await ask('continue', continuingPrompt(prompt, text), {
      step: `continue-${time}`,
    })
    text = joinParts(text, more.text)
    isCut = more.stoppedBy === 'length'
  }
}

const named: Readonly<Record<PlainType, string>> = {
  text: 'a text',
  number: 'one number',
  email: 'one e-mail address',
  date: 'one date',
  boolean: 'yes or no',
  json: 'JSON',
}

/** Asks a second time and tells the model what was wrong; scalars use their own prompt. */
async function saidAgain({ work, question, type, prompt, ask }: Asking, text: string) {
  const again =
    type === 'json' ? `${prompt}\n\n${jsonComplaint(text)}` : normalisingPrompt(text, type)
  const schema = schemaOfRestated(type)
  const reply = await ask('normalise', again, { schema })
  const restated = schema ? restatedText(question, reply.text) : reply.text
  const said = { question, text: restated, isRestated: true }
  const understood = reply.stoppedBy === 'length' ? 'cut' : await work.understand(said)
  if (understood !== 'cut' && understood !== undefined) return understood satisfies Understood
  throw unreadableReply(
    `The model did not answer “${question.key}” with ${named[type]}`,
    reply.text,
  )
}

const maxQuoted = 2000

const jsonComplaint = (text: string) => `Your reply to this was no valid JSON:
${fenceText(text.slice(0, maxQuoted))}
Reply again, with one valid JSON value and nothing around it. If the document does not contain the answer, reply with NA.`
