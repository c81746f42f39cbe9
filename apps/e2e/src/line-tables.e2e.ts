/** The settings of a table destination: a list gets a separate table, with columns chosen beside values. */
import { invoiceOf, linesOf, writeUbl } from '@recto/document-reader/testing/write-invoice'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askAs, type PageRequests } from './testing/ask-as.ts'
import { lookAt } from './testing/look-at.ts'
import { hasBrowser } from './testing/open-browser.ts'
import { openToolStory, type ToolStory } from './testing/open-story.ts'
import { type ReachedDatabase, reachDatabase } from './testing/reach-database.ts'
import { runInStudio } from './testing/run-in-studio.ts'
import { pictureOnFailure, type Visit } from './testing/visit.ts'

const name = 'Invoices with lines'
const prompts = {
  total: 'What is the total amount?',
  items: 'List all lines: Item, Quantity, Unit price, Amount',
}
const postgresql = 'postgresql|6db35f45-be11-4fd5-80c5-85c48183afbb'

describe.skipIf(!hasBrowser)('a table for the lines', () => {
  let story: ToolStory
  let visit: Visit
  let database: ReachedDatabase
  let caller: PageRequests
  let workflowId: string
  let destinationId: string

  beforeAll(async () => {
    story = await openToolStory({ name, prompts, settings: { RECTO_INNER_ADDRESSES: 'on' } })
    ;({ visit } = story)
    const { projectId } = story
    database = await reachDatabase(story.product)
    caller = await askAs(visit.page)
    const { ask, post } = caller
    const project = await ask(`prompt-studio/${projectId}/`)
    const list = project.prompts.find((one: { prompt_key: string }) => one.prompt_key === 'items')
    const asTable = { method: 'PATCH', data: { enforce_type: 'table' } }
    await ask(`prompt-studio/prompt/${list.prompt_id}/`, asTable)
    const buffer = Buffer.from(writeUbl(invoiceOf(2, { lines: linesOf(2) })))
    await runInStudio(visit.page, projectId, {
      name: 'invoice.xml',
      mimeType: 'application/xml',
      buffer,
    })
    await post(`prompt-studio/export/${projectId}`, {
      is_shared_with_org: true,
      force_export: true,
    })
    await makeWorkflow()
  }, 120_000)
  afterAll(async () => {
    database?.close()
    await story?.close()
  })

  async function makeWorkflow(): Promise<void> {
    const { ask, post } = caller
    const { host, port } = database
    const connector = await post('connector/', {
      connector_id: postgresql,
      connector_name: 'Books',
      connector_metadata: { connection_url: `postgresql://recto:none@${host}:${port}/recto` },
    })
    const workflow = await post('workflow/', { workflow_name: name })
    workflowId = workflow.id
    const tools: { readonly name: string; readonly function_name: string }[] = await ask('tool/')
    const tool = tools.find((one) => one.name === name)
    await post('tool_instance/', { workflow_id: workflowId, tool_id: tool?.function_name })
    const ends = await ask(`workflow/${workflowId}/endpoint/`)
    const end = ends.find((one: { endpoint_type: string }) => one.endpoint_type === 'DESTINATION')
    destinationId = end.id
    const data = {
      connection_type: 'DATABASE',
      connector_instance: connector.id,
      configuration: { table: 'invoices' },
    }
    await ask(`workflow/endpoint/${destinationId}/`, { method: 'PATCH', data })
  }

  const dialog = () => visit.page.getByRole('dialog').last()
  const open = () =>
    visit.page
      .getByRole('article', { name: 'Destination', exact: true })
      .getByRole('button', { name: 'Configure', exact: true })
      .click()
  const save = () => dialog().getByRole('button', { name: 'Save', exact: true }).click()

  test('has names and types that are chosen beside the values of a document', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await page.goto(`/recto/workflows/${workflowId}`)
    await open()
    const choice = dialog().getByRole('checkbox', { name: /^Write each item of “items”/ })
    await choice.check()
    const row = dialog().getByRole('row', { name: /^Unit price/ })
    await row.getByText('12.02').waitFor()
    expect(await dialog().getByLabel('Table for “items”').inputValue()).toBe('invoices_items')
    const saveButton = dialog().getByRole('button', { name: 'Save', exact: true })
    await saveButton.scrollIntoViewIfNeeded()
    await lookAt(visit, 'line-tables-chosen')

    await dialog().getByLabel('Table for “items”').fill('Invoices')
    await dialog().getByLabel('Column of Item').fill('item_number')
    visit.expectRefusal(`400 PUT /api/v1/recto/recto/workflow/endpoint/${destinationId}/`)
    await save()
    await dialog().getByText('“Invoices” is the table of the files.').waitFor()
    await dialog().getByText('The column “item_number” identifies the item.').waitFor()
    await saveButton.scrollIntoViewIfNeeded()
    await lookAt(visit, 'line-tables-refused')

    await dialog().getByLabel('Table for “items”').fill('invoice_lines')
    await dialog().getByLabel('Column of Item').fill('description')
    await dialog().getByLabel('Type of Quantity').click()
    await page.getByTitle('Whole number', { exact: true }).click()
    await save()
    await page.getByText('Successfully updated').waitFor()

    const { configuration } = await caller.ask(`workflow/endpoint/${destinationId}/`)
    expect(configuration.lineTables).toEqual([
      {
        prompt: 'items',
        table: 'invoice_lines',
        columns: [
          { field: 'Item', name: 'description', type: 'text' },
          { field: 'Quantity', name: 'Quantity', type: 'whole' },
          { field: 'Unit price', name: 'Unit price', type: 'decimal' },
          { field: 'Amount', name: 'Amount', type: 'decimal' },
        ],
      },
    ])
    await open()
    expect(await dialog().getByLabel('Column of Item').inputValue()).toBe('description')
  })
})
