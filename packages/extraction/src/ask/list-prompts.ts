import { omitUndefined } from '@recto/omit-undefined'
import type { Question } from '@recto/provider-spec/answer'
import type { LlmRequest } from '@recto/provider-spec/llm'
import { fenceText } from '../values/fence-text.ts'
import { assemblePrompt, type Instructions } from './assemble-prompt.ts'

type Asked = Pick<Question, 'prompt'>
type Request = Pick<LlmRequest, 'prompt' | 'schema'>

type Given = {
  readonly question: Asked
  readonly instructions: Instructions
  readonly columns: readonly string[]
}

/** Builds the request for the rows in a part of the document. */
export function rowsRequest(given: Given, text: string): Request {
  return request(given, text, '')
}

/** Builds the request for omitted rows; the text contains only their lines. */
export function leftOutRequest(given: Given, text: string, example: string): Request {
  const more = `These are lines that were left out when the list was read before. Give a row for each of them that belongs to the list.${
    example === '' ? '' : ` Rows of the list look like this: ${example}`
  }`
  return request(given, text, more)
}

function request({ question, instructions, columns }: Given, text: string, more: string): Request {
  const { prompt } = question
  const postamble = [instructions.postamble, listInstruction(columns), more]
    .filter(Boolean)
    .join('\n')
  const whole = assemblePrompt({ prompt, type: 'text' }, { ...instructions, postamble }, [text])
  return columns.length === 0
    ? { prompt: whole }
    : { prompt: whole, schema: { name: 'rows', json: rowsSchema(columns) } }
}

function listInstruction(columns: readonly string[]): string {
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

function rowsSchema(columns: readonly string[]): Record<string, unknown> {
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
export function furtherRows({ prompt, schema }: Request, count: number, last: string): Request {
  const more = `Your reply was cut off after ${count} rows. The last of them that was whole:
${last}
Reply again in the same form, with the rows behind that one only.`
  return omitUndefined({ prompt: `${prompt}\n\n${more}`, schema })
}

const maxQuoted = 1000

/** Repeats the request and tells the model that its reply was not a list. */
export function listComplaint({ prompt, schema }: Request, said: string): Request {
  const more = `Your reply to this was no JSON list of rows:
${fenceText(said.slice(0, maxQuoted))}
Reply again, with one JSON object {"rows": […]} and nothing around it.`
  return omitUndefined({ prompt: `${prompt}\n\n${more}`, schema })
}
