/**
 * A project says what is true of its bills: a check that cannot be read is refused, one that does not hold is told beside the
 * document, and a run has a report of what its checks say, also of a bill that came before.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askAs } from './testing/ask-as.ts'
import { deployByCall } from './testing/deploy-by-call.ts'
import { lookAt } from './testing/look-at.ts'
import { hasBrowser } from './testing/open-browser.ts'
import { openToolStory, type ToolStory } from './testing/open-story.ts'
import { runInStudio } from './testing/run-in-studio.ts'
import { pictureOnFailure, type Visit } from './testing/visit.ts'

const name = 'Bills'
const prompts = {
  seller: 'What is the name of the seller?',
  invoice_number: 'What is the invoice number?',
  net: 'What is the net amount?',
  tax: 'What is the tax?',
  total: 'What is the total?',
}

type Bill = { readonly number: string; readonly total: string }

const billOf = ({ number, total }: Bill) =>
  `Harbour Mill Ltd\nInvoice ${number}\nNet 40.00\nTax 8.00\nTotal ${total}\n`

/** Replies with the text that follows the requested word in the document. */
function reply({ prompt }: { readonly prompt: string }): string {
  const matchPrompt = (expression: RegExp) => expression.exec(prompt)?.[1] ?? 'NA'
  if (prompt.includes(prompts.seller)) return 'Harbour Mill Ltd'
  if (prompt.includes(prompts.invoice_number)) return matchPrompt(/Invoice (\S+)/)
  if (prompt.includes(prompts.net)) return matchPrompt(/Net (\S+)/)
  return prompt.includes(prompts.tax) ? matchPrompt(/Tax (\S+)/) : matchPrompt(/Total (\S+)/)
}

describe.skipIf(!hasBrowser)('checks of a project', () => {
  let story: ToolStory
  let visit: Visit
  let projectId: string

  beforeAll(async () => {
    story = await openToolStory({ reply, name, prompts })
    visit = story.visit
    projectId = story.projectId
    const buffer = Buffer.from(billOf({ number: 'A-17', total: '50.00' }))
    await runInStudio(visit.page, projectId, {
      name: 'bill.txt',
      mimeType: 'text/plain',
      buffer,
    })
  })
  afterAll(() => story?.close())

  test('one that cannot be read is refused; one that does not hold is told beside the document', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await page.goto(`/recto/tools/${projectId}`)
    await page.getByRole('button', { name: 'Settings' }).click()
    await page.getByRole('dialog').getByRole('menuitem', { name: 'Checks' }).click()
    await page.getByRole('button', { name: 'Add check' }).click()
    await page.getByRole('textbox', { name: 'Name of check 1' }).fill('Sum')
    const expression = page.getByRole('textbox', { name: 'Expression for check 1' })
    await expression.fill('net + vat == total')
    await page.getByRole('textbox', { name: 'Message for check 1' }).fill('It does not add up.')
    visit.expectRefusal(`400 PATCH /api/v1/recto/recto/prompt-studio/${projectId}/`)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText(/vat/).last().waitFor()
    await lookAt(visit, 'checks-refused')

    await expression.fill('net + tax == total')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved checks successfully').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
    await page.getByRole('button', { name: 'Next document' }).click()
    await page.getByRole('tab', { name: 'Checks' }).click()
    await page.getByText(/It does not add up/).waitFor()
    await lookAt(visit, 'checks-document')
  })

  test('a run has a report of them, in which a bill that came before is named', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    const { post } = await askAs(page)
    await post(`prompt-studio/export/${projectId}`, {
      is_shared_with_org: true,
      force_export: true,
    })
    const { send } = await deployByCall(page, { tool: name, apiName: 'bills' })
    await send({ 'first.txt': billOf({ number: 'A-18', total: '48.00' }) })
    const { executionId } = await send({
      'again.txt': `${billOf({ number: 'A-18', total: '48.00' })}Copy\n`,
      'wrong.txt': billOf({ number: 'A-19', total: '84.00' }),
    })

    await page.goto(`/recto/logs/API/${executionId}`)
    await page.getByRole('button', { name: 'Checks' }).click()
    const repeatedLocator = page.getByRole('region', { name: 'again.txt' })
    await repeatedLocator.getByRole('link', { name: 'first.txt' }).waitFor()
    const wrong = page.getByRole('region', { name: 'wrong.txt' })
    await wrong.getByText(/It does not add up/).waitFor()
    expect(await wrong.getByText(/48 is not 84/).count()).toBe(1)
    await lookAt(visit, 'checks-report')
  })
})
