import { sampleInvoice } from '@recto/testkit/sample-documents'
import { joineryInvoice, lightingInvoice } from '@recto/testkit/samples/invoices'
import type { Browser, Download } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lookAt } from './testing/look-at.ts'
import { hasBrowser, openBrowser } from './testing/open-browser.ts'
import { choose, chooseAction, tabTo } from './testing/page-actions.ts'
import { signIn } from './testing/sign-in.ts'
import { type Product, startProduct } from './testing/start-product.ts'
import { pictureOnFailure, startVisit, type Visit } from './testing/visit.ts'

const invoices = [
  joineryInvoice,
  lightingInvoice,
  {
    ...joineryInvoice,
    number: 'TR-2026-0502',
    issuedOn: '2026-05-02',
    lines: joineryInvoice.lines.slice(1, 3),
  },
]
const names = invoices.map(({ number }) => `invoice-${number}.pdf`)

describe.skipIf(!hasBrowser)('a project of three invoices, from nothing to a link', () => {
  let product: Product
  let browser: Browser
  let visit: Visit
  let link: string

  beforeAll(async () => {
    product = await startProduct()
    browser = await openBrowser()
    visit = await startVisit(browser, product)
    await signIn(visit.page, product)
  })
  afterAll(async () => {
    await browser?.close()
    await product?.stop()
  })

  const prompt = (key: string) => visit.page.getByRole('article', { name: key, exact: true })
  const result = (key: string, profile: string) =>
    visit.page.getByRole('region', { name: `Result for ${key} with ${profile}` })
  const pages = () => visit.page.getByRole('region', { name: /^Pages of/ })
  const dialog = () => visit.page.getByRole('dialog')
  const close = () => dialog().getByRole('button', { name: 'Close' }).last().click()
  const button = (name: string) => visit.page.getByRole('button', { name, exact: true })

  test('is created', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await lookAt(visit, '01-list')
    await button('New Project')
      .or(page.getByRole('button', { name: /New Project$/ }))
      .first()
      .click()
    await dialog().getByLabel('Project name').fill('Joinery invoices')
    await dialog().getByLabel('Description').fill('What we are asked to pay')
    await lookAt(visit, '02-create')
    await button('Create project').click()
    await page.getByRole('heading', { name: 'Joinery invoices' }).waitFor()
    await lookAt(visit, '03-empty')
  })

  test('takes three invoices at once', async () => {
    pictureOnFailure(visit)
    await button('Manage Documents').click()
    const files = await Promise.all(invoices.map((invoice) => sampleInvoice(invoice)))
    await dialog()
      .getByLabel('Files to upload')
      .setInputFiles(
        files.map(({ name, file }) => ({
          name,
          mimeType: 'application/pdf',
          buffer: Buffer.from(file),
        })),
      )
    for (const name of names)
      await dialog()
        .getByRole('row', { name: new RegExp(name) })
        .waitFor()
    await lookAt(visit, '04-documents')
    await close()
    await pages().getByText('TR-2026-0417').first().waitFor()
  })

  test('is asked one thing, run, checked and marked with the keyboard only', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await page.getByRole('region', { name: 'Prompts' }).waitFor()
    await page.keyboard.press('n')
    await page.locator(':focus[aria-label^="Key for"]').waitFor()
    await page.keyboard.type('total')
    await page.keyboard.press('Tab')
    await page.locator(':focus[aria-label^="Prompt for"]').waitFor()
    await page.keyboard.type('What is the total to pay, tax included?')
    await prompt('total').waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('r')
    await prompt('total').getByRole('button', { name: 'p.1 shows total' }).waitFor()

    await tabTo(page, 'p.1 shows total')
    await page.keyboard.press('Enter')
    const band = pages().getByRole('button', { name: /^total: / })
    await expect.poll(() => band.getAttribute('data-picked')).toBe('true')

    await tabTo(page, /^Mark total with .* as correct$/)
    await page.keyboard.press('Enter')
    await prompt('total').getByText('Correct', { exact: true }).waitFor()
    await lookAt(visit, '05-one-field')
  })

  test('is asked for a table', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    const initialCardCount = await page.getByRole('article').count()
    await page.getByRole('button', { name: /\bPrompt$/ }).click()
    await expect.poll(() => page.getByRole('article').count()).toBe(initialCardCount + 1)
    await page.locator(':focus[aria-label^="Key for"]').fill('items')
    await page.keyboard.press('Enter')
    await prompt('items')
      .getByLabel('Prompt for items')
      .fill('Which items are charged, line by line?')
    await choose(prompt('items').getByRole('combobox', { name: 'Type of items' }), 'table')
    await prompt('items').getByText('Coverage: 0 of 3 docs').waitFor()
  })

  test('is proposed fields by a document, with what is found to them', async () => {
    pictureOnFailure(visit)
    await button('Suggest fields')
      .or(visit.page.getByRole('button', { name: /Suggest fields$/ }))
      .first()
      .click()
    const field = dialog().getByRole('listitem', { name: 'payment_reference', exact: true })
    await field.getByText('MLH-0417-26').waitFor()
    await lookAt(visit, '05-proposed')
    await field.getByRole('button', { name: 'Accept payment_reference' }).click()
    await field.getByText('Accepted').waitFor()
    await close()
    await prompt('payment_reference').waitFor()
  })

  test('has a second profile, whose adapters are chosen already', async () => {
    pictureOnFailure(visit)
    await button('Settings').click()
    await lookAt(visit, '06-profiles')
    await dialog()
      .getByRole('button', { name: /Add New LLM Profile$/ })
      .click()
    await dialog().getByLabel('Name', { exact: true }).fill('In chunks')
    await dialog().getByLabel('Chunk size').fill('128')
    await dialog().getByLabel('Overlap').fill('16')
    await lookAt(visit, '07-new-profile')
    await dialog().getByRole('button', { name: 'Save' }).click()
    await dialog()
      .getByRole('row', { name: /In chunks/ })
      .waitFor()
    await close()
    await result('total', 'In chunks').waitFor()
  })

  test('runs everything on all documents under both', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await button('More run options').click()
    await page.getByRole('menuitem', { name: 'On all 3 documents…' }).click()
    await dialog().getByText('Total').waitFor()
    await lookAt(visit, '08-estimate')
    await dialog()
      .getByRole('button', { name: /^Run \d+ values$/ })
      .click()
    await page.getByRole('button', { name: /running$/ }).waitFor()
    await page.getByRole('button', { name: /Run all$/ }).waitFor({ timeout: 100_000 })
    for (const key of ['total', 'items']) {
      await prompt(key).getByText('Coverage: 3 of 3 docs').waitFor()
    }
    await lookAt(visit, '08-two-profiles')
  })

  test('[PS-072] shows a cell of the table on the page', async () => {
    pictureOnFailure(visit)
    const cell = prompt('items').getByRole('button', {
      name: /^Show items.*in the document: Bar stools, walnut$/,
    })
    await cell.first().click()
    const band = pages().locator('.band[data-picked="true"]')
    await expect.poll(() => band.getAttribute('aria-label')).toMatch(/Bar stools, walnut$/)
    await lookAt(visit, '09-cell')
    await button('Expand the results for items').click()
    await lookAt(visit, '10-expanded')
    await close()
    await prompt('items').getByRole('button', { name: 'Coverage: 3 of 3 docs' }).click()
    await dialog().getByText(names[2]!).waitFor()
    await lookAt(visit, '11-coverage')
    await close()
  })

  test('compares two runs value by value, and asks nobody', async () => {
    pictureOnFailure(visit)
    await chooseAction(visit.page, 'Compare runs')
    await dialog()
      .getByText(/^\d of \d values differ\./)
      .waitFor()
    await dialog().getByRole('rowheader', { name: 'total', exact: true }).waitFor()
    await lookAt(visit, '11-runs')
    await close()
  })

  test('compares documents and profiles', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await button('Output Analyzer').click()
    await page.getByText('Fill rate').waitFor()
    await lookAt(visit, '12-analyzer')
    await page.getByRole('tab', { name: 'All documents' }).click()
    const row = page.getByRole('row', { name: new RegExp(names[1]!) })
    await row.getByText(/7\D?292\D88/).waitFor()
    await lookAt(visit, '13-all-documents')
    await page.getByRole('tab', { name: 'LLM profiles' }).click()
    await page.getByText(/the profiles differ in \d of 3 fields/).waitFor()
    await lookAt(visit, '14-all-profiles')
    await page.getByRole('link', { name: 'Back to project' }).click()
    await prompt('total').waitFor()
  })

  test('knows what is right, and scores both profiles', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await choose(page.getByRole('combobox', { name: 'Document', exact: true }), names[1]!)
    const cell = result('total', 'In chunks')
    await cell.getByRole('button', { name: 'Expected value for total with In chunks' }).click()
    await dialog().getByLabel('Expected value').fill('1.00')
    await lookAt(visit, '15-truth')
    await dialog().getByRole('button', { name: 'Save' }).click()
    await cell.getByText('Expected:').waitFor()
    await chooseAction(page, 'Scores')
    await dialog().getByText('Compared with 2 expected values.').waitFor()
    await dialog().getByRole('figure').locator('.recharts-bar-rectangle').first().waitFor()
    await lookAt(visit, '16-scores')
    await close()
  })

  test('warns before it exports what was never run', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await page.getByRole('button', { name: /\bPrompt$/ }).click()
    await page.locator(':focus[aria-label^="Key for"]').fill('due')
    await page.keyboard.press('Enter')
    await prompt('due').getByLabel('Prompt for due').fill('When is it due?')
    await page.keyboard.press('Tab')
    await prompt('due').getByText('Coverage: 0 of 3 docs').waitFor()
    visit.expectRefusal(`500 POST ${await exportPath()}`)
    await button('Export as tool')
      .or(page.getByRole('button', { name: /Export as tool$/ }))
      .first()
      .click()
    await lookAt(visit, '17-export')
    await dialog().getByRole('button', { name: 'Export', exact: true }).click()
    await dialog().getByText('Are you sure').waitFor()
    await lookAt(visit, '18-force')
    await dialog().getByRole('button', { name: 'Force Export' }).click()
    await dialog().getByText('Custom tool exported successfully').waitFor()
    await close()
  })

  const exportPath = async () =>
    `/api/v1/recto/recto/prompt-studio/export/${new URL(visit.page.url()).pathname.split('/').at(-1)}/`

  test('tells its versions apart', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await prompt('due').scrollIntoViewIfNeeded()
    await prompt('due').getByLabel('Prompt for due').fill('Until which day is it to be paid?')
    await page.keyboard.press('Tab')
    await button('Run due').click()
    await prompt('due').getByText('Coverage: 1 of 3 docs').waitFor()
    await button('Changed since export').click()
    const changes = dialog().getByRole('region', { name: 'Project changes since this version' })
    await changes.getByText('Until which day is it to be paid?').waitFor()
    await lookAt(visit, '19-versions')
    await close()
  })

  test('answers as an API, by one dialog', async () => {
    pictureOnFailure(visit)
    await visit.page.getByRole('button', { name: /Deploy as API$/ }).click()
    await lookAt(visit, '19-deploy')
    await dialog().getByRole('button', { name: 'Deploy', exact: true }).click()
    await visit.page.getByText('Joinery invoices is deployed as an API').waitFor()
    await visit.page
      .getByText(/Bearer/)
      .first()
      .waitFor()
    await lookAt(visit, '19-deployed')
    await close()
  })

  test('is copied, saved as a file, and made of that file again', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await chooseAction(page, 'Clone')
    await lookAt(visit, '20-clone')
    await dialog().getByRole('button', { name: 'Cancel' }).click()
    const savedDownloadPromise = page.waitForEvent('download')
    await chooseAction(page, 'Save as a file')
    const file = await bytesOf(await savedDownloadPromise)
    const address = page.url()
    await page.getByRole('link', { name: 'Back to projects' }).click()
    await page.getByRole('link', { name: 'Joinery invoices', exact: true }).waitFor()
    await page
      .locator('input[aria-label="Project file"]')
      .setInputFiles({ name: 'project.json', mimeType: 'application/json', buffer: file })
    await page.waitForURL((url) => /\/tools\/[0-9a-f-]{36}/.test(url.pathname))
    await prompt('items').waitFor()
    await lookAt(visit, '21-imported')
    await page.goto(address)
    await prompt('total').waitFor()
  })

  test('is shared by a link', async () => {
    pictureOnFailure(visit)
    await chooseAction(visit.page, 'Public link')
    await lookAt(visit, '22-share')
    await dialog().getByRole('button', { name: 'Share', exact: true }).click()
    link = await dialog().getByLabel('Public link').inputValue()
    await lookAt(visit, '23-shared')
    await close()
  })

  test('is read by somebody without an account', async () => {
    const stranger = await startVisit(browser, product)
    pictureOnFailure(stranger)
    const { page } = stranger
    stranger.expectRefusal('401 GET /api/v1/session')
    await page.goto(new URL(link).pathname)
    await page.getByRole('heading', { name: 'Joinery invoices' }).waitFor()
    await page
      .getByRole('region', { name: /^Pages of/ })
      .getByText('Nordlicht Werkstatt GmbH')
      .first()
      .waitFor()
    const total = page.getByRole('region', { name: 'Result for total with In chunks' })
    await total.getByRole('button', { name: 'p.1 shows total' }).click()
    const band = page.locator('.band[data-picked="true"]')
    await expect.poll(() => band.getAttribute('aria-label')).toMatch(/^total: /)
    expect(await page.getByRole('button', { name: /^Run / }).count()).toBe(0)
    expect(await page.getByLabel(/^Prompt of/).count()).toBe(0)
    await lookAt(stranger, '24-stranger')
    await page.getByRole('tab', { name: 'Combined Output' }).click()
    await page.getByRole('region', { name: 'Combined output' }).getByText('"total"').waitFor()
    await lookAt(stranger, '25-stranger-combined')
    await page.getByRole('button', { name: 'Output Analyzer' }).click()
    await page.getByText('Fill rate').waitFor()
    await lookAt(stranger, '26-stranger-analyzer')
    expect(stranger.problems()).toEqual([])
    await stranger.close()
  })

  test('had a browser without complaints all along', () => {
    expect(visit.problems()).toEqual([])
  })
})

async function bytesOf(download: Download): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of await download.createReadStream()) parts.push(part)
  return Buffer.concat(parts)
}
