/**
 * An invoice whose data says another total and another line than its print: the studio and the person who reviews it see both, what
 * the data says by its source and what print says on the page.
 */
import { drawInvoice } from '@recto/document-reader/testing/draw-invoice'
import { invoiceOf, linesOf, writeCii } from '@recto/document-reader/testing/write-invoice'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askAs } from './testing/ask-as.ts'
import { deployByCall } from './testing/deploy-by-call.ts'
import { lookAt } from './testing/look-at.ts'
import { hasBrowser } from './testing/open-browser.ts'
import { openToolStory, type ToolStory } from './testing/open-story.ts'
import { choose } from './testing/page-actions.ts'
import { runInStudio } from './testing/run-in-studio.ts'
import { pictureOnFailure, type Visit } from './testing/visit.ts'

const name = 'E-invoices'
const prompts = {
  invoice_number: 'What is the invoice number?',
  seller_name: 'Who is the vendor?',
  total: 'What is the total amount?',
  items: 'List all lines: Item, Quantity, Unit price, Amount',
}

const lines = linesOf(2)
const invoice = invoiceOf(2, { lines })

/** The data says 500.00 more tax, and another quantity in its second line. */
async function tampered(): Promise<Uint8Array<ArrayBuffer>> {
  const attachedXml = writeCii({
    ...invoice,
    tax: '500.00',
    total: (Number(invoice.net) + 500).toFixed(2),
    lines: lines.map((line, index) => (index === 1 ? { ...line, quantity: '7' } : line)),
  })
  const bytes = await drawInvoice(invoice, { attachments: [['factur-x.xml', attachedXml]], lines })
  return Uint8Array.from(bytes)
}

describe.skipIf(!hasBrowser)('data that a document carries', () => {
  let story: ToolStory
  let visit: Visit
  let projectId: string

  beforeAll(async () => {
    story = await openToolStory({ name, prompts })
    ;({ visit, projectId } = story)
    const { ask, post } = await askAs(visit.page)
    const types: Readonly<Record<string, string>> = { total: 'number', items: 'line-item' }
    const { prompts: all } = await ask(`prompt-studio/${projectId}/`)
    for (const { prompt_id, prompt_key } of all) {
      const data = { enforce_type: types[prompt_key] ?? 'text' }
      await ask(`prompt-studio/prompt/${prompt_id}/`, { method: 'PATCH', data })
    }
    const buffer = Buffer.from(await tampered())
    await runInStudio(visit.page, projectId, {
      name: 'invoice.pdf',
      mimeType: 'application/pdf',
      buffer,
    })
    await post(`prompt-studio/export/${projectId}`, {
      is_shared_with_org: true,
      force_export: true,
    })
  }, 120_000)
  afterAll(() => story?.close())

  test('is named as the source in the studio, and contradicted where print says something else', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    expect(story.model.requests).toHaveLength(0)
    await page.goto(`/recto/tools/${projectId}`)
    await page.getByRole('button', { name: 'Next document' }).click()
    await page
      .getByText(/contradicted/i)
      .first()
      .waitFor()
    await lookAt(visit, 'embedded-studio')
    await page
      .getByText(/contradicted/i)
      .first()
      .scrollIntoViewIfNeeded()
    await lookAt(visit, 'embedded-studio-below')
  }, 60_000)

  test('is beside what print says for the person who reviews it', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    const { post } = await askAs(page)
    const { workflowId, send } = await deployByCall(page, { tool: name, apiName: 'e-invoices' })
    await post('manual_review/db_rules/', { workflow: workflowId, percentage: 100 })
    await send({ 'invoice.pdf': await tampered() })
    expect(story.model.requests).toHaveLength(0)

    await page.goto('/recto/review')
    await choose(page.getByRole('combobox', { name: 'Document class' }), `${name} by call`)
    await page.getByRole('button', { name: 'Fetch Next', exact: true }).click()
    await page
      .getByText(/contradicted/i)
      .first()
      .waitFor()
    await lookAt(visit, 'embedded-review')
    await page.locator(`.review-value[data-key='["total"]']`).click()
    await lookAt(visit, 'embedded-review-total')
    expect(visit.problems()).toEqual([])
  }, 60_000)
})
