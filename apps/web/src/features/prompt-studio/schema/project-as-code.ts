import type { Prompt, ValueType } from '../prompt.ts'

type CodePrompt = Pick<Prompt, 'key' | 'text' | 'type'>

const list = { type: 'array', items: { type: 'object' } } as const

/** Says what a value of each type looks like, as JSON Schema and in zod. */
const codeByType: Readonly<Record<ValueType, { readonly schema: object; readonly zod: string }>> = {
  text: { schema: { type: 'string' }, zod: 'z.string()' },
  number: { schema: { type: 'number' }, zod: 'z.number()' },
  email: { schema: { type: 'string', format: 'email' }, zod: 'z.email()' },
  date: { schema: { type: 'string', format: 'date' }, zod: 'z.iso.date()' },
  boolean: { schema: { type: 'boolean' }, zod: 'z.boolean()' },
  json: { schema: { type: 'object' }, zod: 'z.looseObject({})' },
  table: { schema: list, zod: 'z.array(z.looseObject({}))' },
  record: { schema: list, zod: 'z.array(z.looseObject({}))' },
  'line-item': { schema: list, zod: 'z.array(z.looseObject({}))' },
}

/** The prompts as a JSON Schema, in which every value may be null. */
export const toJsonSchema = (title: string, prompts: readonly CodePrompt[]): object => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title,
  type: 'object',
  required: prompts.map(({ key }) => key),
  properties: Object.fromEntries(
    prompts.map(({ key, text, type }) => [
      key,
      { anyOf: [codeByType[type].schema, { type: 'null' }], description: text },
    ]),
  ),
})

type ClientCall = { readonly prompts: readonly CodePrompt[]; readonly server: string }

/** A program that asks for the same values of any file, without the project. */
export function toClientCall({ prompts, server }: ClientCall): string {
  const properties = prompts.map(({ key, text, type }) => {
    const description = JSON.stringify({ description: text })
    return `  ${JSON.stringify(key)}: ${codeByType[type].zod}.nullable().meta(${description}),`
  })
  return `import { readFile } from 'node:fs/promises'
import process from 'node:process'
import { openTextService } from '@recto/client/text-service'
import { z } from 'zod'

const Document = z.object({
${properties.join('\n')}
})

const texts = openTextService({
  server: ${JSON.stringify(server)},
  key: process.env.RECTO_TEXT_KEY ?? '',
  fetch,
})
const file = { name: 'document.pdf', content: await readFile('document.pdf') }
const { value, fields } = await texts.extract(file, Document)
console.log(value, fields)
`
}
