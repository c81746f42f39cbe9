/**
 * A profile with a small and a larger model: the studio and the result of a run say where the larger one was asked and what that
 * cost, and the page of usage says what everything cost and what was saved.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askAs } from './testing/ask-as.ts'
import { deployByCall } from './testing/deploy-by-call.ts'
import { lookAt } from './testing/look-at.ts'
import { hasBrowser } from './testing/open-browser.ts'
import { openToolStory, type ToolStory } from './testing/open-story.ts'
import { choose } from './testing/page-actions.ts'
import { runInStudio } from './testing/run-in-studio.ts'
import { pictureOnFailure, type Visit } from './testing/visit.ts'

const name = 'Bills'
const prompts = {
  invoice_number: 'What is the invoice number?',
  seller_name: 'Who is the seller?',
  due_date: 'When is the bill due?',
}

const bill = (copy: number) =>
  `Harbour Joinery Ltd.\nInvoice number R-4711-${copy}\nDate 3 April 2026\nDue date 17 April 2026\nTotal 119.00 EUR\n`

/** The small model makes the number up. */
const reply = ({ prompt, model }: { readonly prompt: string; readonly model: string }) => {
  if (prompt.includes('Who is the seller?')) return 'Harbour Joinery Ltd.'
  if (prompt.includes('When is the bill due?')) return '17 April 2026'
  const copy = /R-4711-\d/.exec(prompt)?.[0] ?? 'NA'
  return model === 'large-1' ? copy : 'XX-99081'
}

describe.skipIf(!hasBrowser)('what models cost', () => {
  let story: ToolStory
  let visit: Visit
  let projectId: string

  beforeAll(async () => {
    story = await openToolStory({ name, prompts, modelName: 'small-1', reply })
    ;({ visit, projectId } = story)
    const { ask, post } = await askAs(visit.page)
    const [small] = (await ask('adapter/')).filter(
      (adapter: { adapter_name: string }) => adapter.adapter_name === `Model of ${name}`,
    )
    const settings = { api_base: `${story.model.url}/v1`, api_key: 'k', max_retries: 0 }
    await ask(`adapter/${small.id}/`, {
      method: 'PATCH',
      data: { adapter_metadata: { ...settings, model: 'small-1', input_price: 20 } },
    })
    await post('adapter/', {
      adapter_id: small.adapter_id,
      adapter_name: 'Large model',
      adapter_type: 'LLM',
      adapter_metadata: { ...settings, model: 'large-1', input_price: 200 },
    })
  }, 120_000)
  afterAll(() => story?.close())

  test('a profile gets a larger model, and an output says when it was asked', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await page.goto(`/recto/tools/${projectId}`)
    await page.getByRole('button', { name: 'Settings' }).click()
    await page.getByRole('button', { name: 'Edit Default profile' }).click()
    await choose(page.getByRole('combobox', { name: /^Larger LLM/ }), 'Large model')
    await lookAt(visit, 'larger-model-profile')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved successfully').waitFor()

    const buffer = Buffer.from(bill(1))
    const file = { name: 'bill.txt', mimeType: 'text/plain', buffer }
    const { documentId } = await runInStudio(page, projectId, file)
    expect(documentId).toBeTruthy()
    await page.goto(`/recto/tools/${projectId}`)
    await page.getByRole('button', { name: 'Next document' }).click()
    const tag = page.getByRole('button', { name: /^Larger model: .*, asked for invoice_number/ })
    await tag.click()
    await page.getByText('Answered by the larger model').waitFor()
    await lookAt(visit, 'larger-model-studio')
  }, 90_000)

  test('a run says it for each value', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    const { post } = await askAs(page)
    const sharing = { is_shared_with_org: true, force_export: true }
    await post(`prompt-studio/export/${projectId}`, sharing)
    const { send } = await deployByCall(page, { tool: name, apiName: 'bills' })
    const { executionId } = await send({ 'bill.txt': bill(2), 'second.txt': bill(3) })
    await page.goto(`/recto/logs/API/${executionId}`)
    await page
      .getByRole('button', { name: /result/i })
      .first()
      .click()
    await page
      .getByRole('button', { name: /^Larger model: .*, asked for invoice_number/ })
      .waitFor()
    await lookAt(visit, 'larger-model-run')
  }, 90_000)

  test('the page of usage says what it cost and what was saved, by filters in its address', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await page.goto('/recto/usage')
    await page.getByRole('heading', { name: 'Savings' }).waitFor()
    await lookAt(visit, 'costs')
    await choose(page.getByRole('combobox', { name: 'Model' }), 'large-1')
    await page.waitForURL(/model=large-1/)
    await page.getByRole('heading', { name: 'By deployment', exact: true }).scrollIntoViewIfNeeded()
    await lookAt(visit, 'costs-of-a-model')
    const { ask } = await askAs(page)
    const { models } = await ask('metrics/used/?model=large-1')
    expect(models).toMatchObject([{ model: 'large-1', calls: 3 }])
  }, 90_000)
})
