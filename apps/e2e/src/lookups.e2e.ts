/**
 * An organization has a table of its suppliers and one of its articles: a person uploads one, matches a value and the rows
 * of a list in the studio, and in review chooses another row, one that is remembered, and none.
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

const name = 'Purchases'

const suppliers = [
  'Number;Name;VAT ID;City',
  '7001;Harbour Mill Ltd;GB123456789;Leeds',
  '7002;Nordwest Logistik AG;DE987654321;Hamburg',
  '7003;Nordwest Logistik AG;DE987654321;Bremen',
].join('\n')
const articles = [
  'Article;Description;Account',
  'A-100;Hexagon bolt M8 zinc;4400',
  'A-200;Washer steel;4410',
  'A-201;Washer steel;4420',
  'B-300;Cable drum 50 metres;4500',
].join('\n')

const items = [
  { no: 'A-100', text: 'Hexagon bolt M8', amount: 12.5 },
  { no: null, text: 'Washer steel', amount: 3 },
  { no: null, text: 'Freight', amount: 5 },
]

const contentOf = (seller: string) =>
  `Seller ${seller}\nVAT GB 123 456 789\nItems ${JSON.stringify(items)}\n`
const knownContent = contentOf('HARBOUR MILL LIMITED')
const branchContent = contentOf('Nordwest Logistik').replace('GB 123 456 789', '-')

/** Replies with the text that follows the requested word in the document. */
function reply({ prompt }: { readonly prompt: string }): string {
  const matchPrompt = (expression: RegExp) => expression.exec(prompt)?.[1]?.trim() ?? 'NA'
  if (prompt.includes('all items')) return matchPrompt(/Items (.+)/)
  return prompt.includes('the VAT ID') ? matchPrompt(/VAT (.+)/) : matchPrompt(/Seller (.+)/)
}

describe.skipIf(!hasBrowser)('lookup tables', () => {
  let story: ToolStory
  let visit: Visit

  beforeAll(async () => {
    story = await openToolStory({
      reply,
      name,
      prompts: { vendor: 'Who is the seller?', vat_id: 'What is the VAT ID?' },
    })
    visit = story.visit
    const { ask, post } = await askAs(visit.page)
    await post(`prompt-studio/prompt-studio-prompt/${story.projectId}/`, {
      prompt_key: 'items',
      prompt: 'List all items.',
      enforce_type: 'json',
      tool_id: story.projectId,
      prompt_type: 'PROMPT',
    })
    await ask('lookup-tables/', {
      method: 'POST',
      multipart: {
        name: 'Articles',
        columns: JSON.stringify([{ name: 'Description', type: 'name' }]),
        file: { name: 'articles.csv', mimeType: 'text/csv', buffer: Buffer.from(articles) },
      },
    })
    await runInStudio(visit.page, story.projectId, {
      name: 'purchase.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from(knownContent),
    })
  })
  afterAll(() => story?.close())

  test('a table is uploaded, and its columns have types', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await page.goto('/recto/settings/lookup-tables')
    await page.getByRole('button', { name: 'New lookup table' }).first().click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Suppliers')
    await page.locator('input[type=file]').setInputFiles({
      name: 'suppliers.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(suppliers),
    })
    await page.getByRole('button', { name: 'Upload', exact: true }).click()
    await page.getByText('Nordwest Logistik AG').first().waitFor()
    await lookAt(visit, 'lookups-table')
  })

  test('a prompt and the rows of a list are matched in the studio, with the reason', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await page.goto(`/recto/tools/${story.projectId}`)
    await page.getByRole('button', { name: 'Next document' }).click()
    await page.getByText('HARBOUR MILL LIMITED').first().waitFor()
    await page.getByRole('button', { name: 'Match vendor to a lookup table' }).click()
    const dialog = page.getByRole('dialog')
    await choose(dialog.getByRole('combobox', { name: 'Lookup table' }), 'Suppliers')
    await choose(dialog.getByRole('combobox', { name: 'VAT ID (VAT ID)' }), 'vat_id')
    await lookAt(visit, 'lookups-match-to')
    await dialog.getByRole('button', { name: 'Save' }).click()
    const match = page.getByRole('region', { name: 'Match of vendor in Suppliers' })
    await match.getByText('VAT ID equal, name equal').waitFor()

    await page.getByRole('button', { name: 'Match items to a lookup table' }).click()
    await choose(dialog.getByRole('combobox', { name: 'Lookup table' }), 'Articles')
    await choose(dialog.getByRole('combobox', { name: /^Article/ }), 'no (of each row)')
    await choose(dialog.getByRole('combobox', { name: /^Description/ }), 'text (of each row)')
    await choose(dialog.getByRole('combobox', { name: 'Add to the result' }), 'Account')
    await page.keyboard.press('Escape')
    await lookAt(visit, 'lookups-match-list')
    await dialog.getByRole('button', { name: 'Save' }).click()
    const rows = page.getByRole('table', { name: 'Matches of the rows of items' })
    await rows.getByRole('button', { name: /^Match of row 1 of items: A-100/ }).waitFor()
    await rows.getByRole('button', { name: /^Match of row 2 of items: Ambiguous/ }).waitFor()
    await match.scrollIntoViewIfNeeded()
    await lookAt(visit, 'lookups-studio')
    await rows.scrollIntoViewIfNeeded()
    await lookAt(visit, 'lookups-studio-rows')
  })

  test('a reviewer chooses rows, remembers one, and says that one is not in the table', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    const { post } = await askAs(page)
    await post(`prompt-studio/export/${story.projectId}`, {
      is_shared_with_org: true,
      force_export: true,
    })
    const deployment = await deployByCall(page, { tool: name, apiName: 'purchases' })
    await post('manual_review/db_rules/', { workflow: deployment.workflowId, percentage: 100 })
    await deployment.send({ 'branch.txt': branchContent })
    await page.goto('/recto/review')
    await choose(page.getByRole('combobox', { name: 'Document class' }), `${name} by call`)
    await page.getByRole('button', { name: 'Fetch Next' }).click()

    const match = page.getByRole('region', { name: 'Match of vendor in Suppliers' })
    await match.getByText('Ambiguous').waitFor()
    await lookAt(visit, 'lookups-review')
    await match.getByRole('button', { name: 'Choose a row for vendor' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('checkbox', { name: /Remember this/ }).check()
    await lookAt(visit, 'lookups-choose')
    await dialog.getByRole('button', { name: 'Choose 7003' }).click()
    await match.getByText('chosen in review').waitFor()
    await page.getByRole('button', { name: /^vendor_number\s*7003/ }).waitFor()

    const row = (number: number) =>
      page.getByRole('button', { name: new RegExp(`^Match of row ${number} of items`) })
    await row(2).click()
    await dialog.getByRole('button', { name: 'Choose A-201' }).click()
    await page.getByRole('button', { name: 'Match of row 2 of items: A-201' }).waitFor()
    await page.getByRole('button', { name: /items_account: 4420$/ }).waitFor()
    await row(1).click()
    await dialog.getByRole('button', { name: 'Not in the table' }).click()
    await page.getByRole('button', { name: 'Match of row 1 of items: Not in the table' }).waitFor()
    await row(1).scrollIntoViewIfNeeded()
    await lookAt(visit, 'lookups-review-rows')
    await page.getByRole('button', { name: 'Finish Review' }).click()

    await deployment.send({ 'again.txt': branchContent })
    await page.getByRole('button', { name: 'Fetch Next' }).click()
    await match.getByText('remembered').waitFor()
    expect(await match.getByText('7003').count()).toBe(1)
  })
})
