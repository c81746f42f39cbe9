import type { Answer, Question } from '@recto/provider-spec/answer'
import { assemblePrompt, type Instructions } from './assemble-prompt.ts'
import { normalisingPrompt } from './convert-answer.ts'
import type { DocumentWork, Understood } from './document-work.ts'
import type { AskModel, CallRecord, LlmCall } from './llm-call.ts'

type ModelAnswer = Answer & { readonly calls: readonly CallRecord[] }

type QuestionInput = {
  readonly work: Pick<DocumentWork, 'understand'>
  readonly question: Question
  readonly instructions: Instructions
  /** The texts that the model is given to answer from. */
  readonly context: readonly string[]
  readonly askModel: AskModel
}

/**
 * Asks a model one question on a document and converts its answer to the wanted type. A second call
 * is made only when the first answer cannot be understood. Rejects only when `askModel` or `work` does.
 */
export async function answerQuestion(input: QuestionInput): Promise<ModelAnswer> {
  const { question, instructions, context } = input
  const calls: CallRecord[] = []
  const ask = async (purpose: LlmCall['purpose'], prompt: string): Promise<string> => {
    const step = `${question.key}/${purpose}`
    const reply = await input.askModel({ purpose, step, prompt })
    calls.push({ purpose, step, prompt, reply })
    return reply.text
  }

  const text = await ask('answer', assemblePrompt(question, instructions, context))
  const understood =
    (await input.work.understand({ question, text })) ?? (await restated(input, text, ask))
  return { key: question.key, ...understood, calls }
}

async function restated(
  { work, question }: QuestionInput,
  text: string,
  ask: (purpose: 'normalise', prompt: string) => Promise<string>,
): Promise<Understood> {
  const { type } = question
  if (type === 'text' || type === 'json') throw new RangeError(`A ${type} is never restated.`)
  const again = await ask('normalise', normalisingPrompt(text, type))
  const understood = await work.understand({ question, text: again, isRestated: true })
  return understood ?? { value: null, evidence: null }
}
