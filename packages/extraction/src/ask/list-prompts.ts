import { omitUndefined } from '@recto/omit-undefined'
import type { Question } from '@recto/provider-spec/answer'
import type { LlmRequest } from '@recto/provider-spec/llm'
import { fenceText } from '../values/fence-text.ts'
import { assemblePrompt, type Instructions } from './assemble-prompt.ts'

type QuestionPrompt = Pick<Question, 'prompt'>
type RowsRequest = Pick<LlmRequest, 'prompt' | 'schema'>

type ListPromptInput = {
  readonly question: QuestionPrompt
  readonly instructions: Instructions
  readonly columns: readonly string[]
}

/** Builds the request for the rows in a part of the document. */
export function createRowsRequest(input: ListPromptInput, text: string): RowsRequest {
  return createRequest(input, text, '')
}

/** Builds the request for omitted rows; the text contains only their lines. */
export function createOmittedRowsRequest(
  input: ListPromptInput,
  text: string,
  example: string,
): RowsRequest {
  const instruction = `These are lines that were left out when the list was read before. Give a row for each of them that belongs to the list.${
    example === '' ? '' : ` Rows of the list look like this: ${example}`
  }`
  return createRequest(input, text, instruction)
}

function createRequest(
  { question, instructions, columns }: ListPromptInput,
  text: string,
  instruction: string,
): RowsRequest {
  const { prompt } = question
  const form = [createListInstruction(columns), instruction].filter(Boolean).join('\n')
  const fullPrompt = assemblePrompt({ prompt, type: 'text' }, instructions, [text], form)
  return columns.length === 0
    ? { prompt: fullPrompt }
    : { prompt: fullPrompt, schema: { name: 'rows', json: createRowsSchema(columns) } }
}

function createListInstruction(columns: readonly string[]): string {
  const form =
    columns.length === 0
      ? 'Reply with one JSON object {"rows": […]} and nothing around it: a flat object for every row, all with the same keys.'
      : `Reply with one JSON object {"rows": […]} and nothing around it: an object for every row, with the keys ${columns
          .map((name) => JSON.stringify(name))
          .join(', ')}.`
  return `${form}
The text is a part of a longer document, and the list may have begun before it and go on behind it. Give every row in its order, also rows that are alike, and leave none out.
A row that goes on over several lines, or over the end of a page, is one row. Headers, sums and amounts that are carried over are no rows.
Copy each value as it is written. Use null for what a row does not say, and {"rows": []} when no row of the list is there.`
}

function createRowsSchema(columns: readonly string[]): Record<string, unknown> {
  const cell = { type: ['string', 'number', 'boolean', 'null'] }
  const row = {
    type: 'object',
    properties: Object.fromEntries(columns.map((name) => [name, cell])),
    required: [...columns],
    additionalProperties: false,
  }
  return {
    type: 'object',
    properties: { rows: { type: 'array', items: row } },
    required: ['rows'],
    additionalProperties: false,
  }
}

/** Builds the request for the rows after the last one of a reply that was cut off. */
export function createContinuationRequest(
  { prompt, schema }: RowsRequest,
  count: number,
  last: string,
): RowsRequest {
  const instruction = `Your reply was cut off after ${count} rows. The last of them that was whole:
${last}
Reply again in the same form, with the rows behind that one only.`
  return omitUndefined({ prompt: `${prompt}\n\n${instruction}`, schema })
}

const maxQuoteLength = 1000

/** Repeats the request and tells the model that its reply was not a list. */
export function createCorrectionRequest(
  { prompt, schema }: RowsRequest,
  reply: string,
): RowsRequest {
  const instruction = `Your reply to this was no JSON list of rows:
${fenceText(reply.slice(0, maxQuoteLength))}
Reply again, with one JSON object {"rows": […]} and nothing around it.`
  return omitUndefined({ prompt: `${prompt}\n\n${instruction}`, schema })
}
