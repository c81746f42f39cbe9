import { expect, vi } from 'vitest'
import type { TestFile } from './people.ts'
import type { Studio } from './studio.ts'

/** The values that differ between the bills of Harbour Mill. */
export type Bill = { readonly number: string; readonly customer: string; readonly total: string }

const approvedBills: readonly Bill[] = [
  { number: 'HM-1043', customer: 'Ruth Abbot', total: '120.00' },
  { number: 'HM-1058', customer: 'Omar Castle Lane', total: '49.80' },
  { number: 'HM-1101', customer: 'Ines Dorn', total: '1094.88' },
  { number: 'HM-1130', customer: 'Paul Eck', total: '9.48' },
  { number: 'HM-1172', customer: 'Ann Fry', total: '66.00' },
]
export const nextBill: Bill = { number: 'HM-1204', customer: 'Lea Gray', total: '14.40' }

export const fileOfBill = ({ number, customer, total }: Bill): TestFile => ({
  name: `${number}.txt`,
  type: 'text/plain',
  content: [
    'Harbour Mill Ltd',
    '12 Quayside, Whitby',
    '',
    `Bill to                        Invoice no.   ${number}`,
    `${customer}`,
    '',
    'Description              Quantity',
    `  Part one of ${number}`,
    '',
    `                               Total amount      ${total}`,
    '',
    'VAT GB 331 9920 17          mill@harbour.example',
  ].join('\n'),
})

type Fields = Readonly<Record<string, unknown>>

export const layoutsAt = (projectId: string) => `prompt-studio/${projectId}/layouts/`

/** A project of the model with five approved bills, whose layout is compiled; the next one is its document. */
export async function compiledProject(
  ada: Studio,
  llm: string,
  drawFile: (bill: Bill) => TestFile | Promise<TestFile> = fileOfBill,
) {
  const project = await ada.runnable(await drawFile(nextBill), { profile: { llm, chunk_size: 0 } })
  const { tool_id } = project
  const ask = (prompt_key: string, prompt: string, enforce_type = 'text') =>
    ada.prompt(tool_id, { prompt_key, prompt, enforce_type })
  const number = await ask('number', 'What is the invoice number?')
  const total = await ask('total', 'How much is to be paid?', 'number')
  const mood = await ask('mood', 'How polite is the letter?')
  const truth = (prompt: Fields, document_id: string, value: string | null) =>
    ada.person.put(`prompt-studio/${tool_id}/truths/`, {
      prompt_id: prompt.prompt_id,
      document_id,
      truth: value,
    })
  const documents: string[] = []
  for (const bill of approvedBills) {
    const document_id = await ada.document(tool_id, await drawFile(bill))
    documents.push(document_id)
    await truth(number, document_id, bill.number)
    await truth(total, document_id, bill.total)
  }
  const layouts = async () => (await ada.person.get(layoutsAt(tool_id))).body.layouts
  await vi.waitFor(async () => expect((await layouts())[0]?.fields).toHaveLength(2), {
    timeout: 90_000,
    interval: 100,
  })
  const prompt_ids = [number, total, mood].map(({ prompt_id }) => prompt_id as string)
  return { ...project, prompt_ids, documents, truth, number, total, layouts }
}

/** A project with compiled layouts. */
export type CompiledProject = Awaited<ReturnType<typeof compiledProject>>
