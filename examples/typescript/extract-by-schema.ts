/** Extracts the values of a zod schema from documents, and prints them with their evidence. */
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import process from 'node:process'
import { z } from 'zod'
// These imports work within this repository; elsewhere they are `@recto/client/…`.
import { CallRefused } from '../../packages/client/src/deployment.ts'
import { openTextService } from '../../packages/client/src/text-service.ts'

const Invoice = z.object({
  invoice_number: z.string().nullable(),
  total: z.number().nullable().meta({ description: 'Total amount to pay' }),
  currency: z.enum(['EUR', 'GBP', 'USD']).nullable(),
})

const { RECTO_SERVER: server = '', RECTO_TEXT_KEY: key = '' } = process.env
const texts = openTextService({ server, key, fetch })

try {
  for (const path of process.argv.slice(2)) {
    const file = { name: basename(path), content: await readFile(path) }
    const { value, fields } = await texts.extract(file, Invoice)
    for (const [name, one] of Object.entries(value)) {
      const quotes = fields[`/${name}`]?.evidence.map(({ quote }) => quote) ?? []
      console.log([file.name, name, JSON.stringify(one), quotes.join(' ')].join('\t'))
    }
  }
} catch (error) {
  if (!(error instanceof CallRefused)) throw error
  console.error(`Refused with ${error.status}: ${error.message}`)
  process.exitCode = 2
}
