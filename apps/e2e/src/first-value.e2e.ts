import { type CannedModelServer, startCannedModelServer } from '@recto/testkit/canned-model-server'
import { sampleInvoice } from '@recto/testkit/sample-documents'
import { joineryInvoice } from '@recto/testkit/samples/invoices'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signUp } from './testing/newcomers.ts'
import { hasBrowser, openBrowser } from './testing/open-browser.ts'
import { choose } from './testing/page-actions.ts'
import { type Product, startProduct } from './testing/start-product.ts'
import { pictureOnFailure, startVisit, type Visit } from './testing/visit.ts'

describe.skipIf(!hasBrowser)('from the landing page to a value of one’s own document', () => {
  let model: CannedModelServer
  let product: Product
  let browser: Browser
  let visit: Visit

  beforeAll(async () => {
    model = await startCannedModelServer({ apiKey: 'sk-mine' })
    product = await startProduct()
    browser = await openBrowser()
    visit = await startVisit(browser, product)
    visit.expectRefusal('401 GET /api/v1/session')
  })
  afterAll(async () => {
    await browser?.close()
    await product?.stop()
    await model?.close()
  })

  test('a newcomer reads it by a model that they connected', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    const clicks = await countClicks(page)
    const startTime = performance.now()
    const organization = 'First Values'
    await signUp(page, {
      email: 'ada@first.example',
      password: 'four plain words here',
      organization,
    })
    await connectModel(page, model)
    await uploadInvoice(page)

    model.script({ reply: 'Kiefer & Sohn' })
    await page.getByRole('button', { name: /\bPrompt$/ }).click()
    await page.getByLabel('Key for Mine_1').fill('seller')
    await page.keyboard.press('Enter')
    const card = page.getByRole('article', { name: 'seller', exact: true })
    await card.getByLabel('Prompt for seller').fill('Who sends the invoice?')
    await card.getByRole('button', { name: 'Run seller', exact: true }).click()
    await card.getByText('Kiefer & Sohn').first().waitFor()

    const seconds = Math.round((performance.now() - startTime) / 1000)
    console.log(`From the landing page to the first value: ${seconds} s, ${clicks()} clicks.`)
    expect(model.requests.length).toBeGreaterThan(0)
    await visit.checkPage()
  })

  test('all fields that the document suggests are accepted at once, which closes the dialog and keeps their values', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: /Suggest fields$/ }).click()
    await dialog.getByRole('listitem').first().waitFor()
    const keys = await dialog
      .getByRole('listitem')
      .evaluateAll((rows) => rows.map((row) => row.getAttribute('aria-label') ?? ''))
    const due = await dialog
      .getByRole('listitem', { name: 'due_date', exact: true })
      .locator('.proposal-value')
      .innerText()
    const callCount = model.requests.length
    await dialog.getByRole('button', { name: `Accept all ${keys.length}` }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Table', exact: true }).click()
    const rows = page.locator('tr[data-slot]')
    await expect.poll(() => rows.count()).toBe(keys.length + 1)
    await expect.poll(() => rows.getByText(/^(Not run|Queued|Running)/).count()).toBe(0)
    const row = rows.filter({ has: page.getByRole('rowheader', { name: 'due_date' }) })
    await row
      .getByText(due.split(/\s/)[0] ?? '')
      .first()
      .waitFor()
    await row.getByText('Suggested').waitFor()
    expect(model.requests.length).toBe(callCount)
    await visit.checkPage()
  })

  test('an address of an organization that the newcomer is not in leads to their own start [AC-073]', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    const { pathname } = new URL(page.url())
    const ownStart = `/${pathname.split('/')[1]}/tools`
    for (const address of ['/recto', '/recto/workflows', '/recto/nothing/of/the/kind']) {
      await page.goto(address)
      await page.waitForURL(({ pathname: current }) => current === ownStart)
    }
    await page.goto('/no-organization')
    await page.getByRole('heading', { name: 'Page Not Found' }).waitFor()
  })

  test('had a browser without complaints all along', () => {
    expect(visit.problems()).toEqual([])
  })
})

/** Counts what somebody would have pressed. Choosing a file is one click more, by the dialog of the system. */
async function countClicks(page: Page): Promise<() => number> {
  let count = 0
  await page.exposeFunction('countClick', () => {
    count += 1
  })
  await page.addInitScript(
    `addEventListener('click', (event) => { if (event.detail > 0) countClick() }, true)`,
  )
  return () => count
}

/** A language model of one’s own, which new projects start with. */
async function connectModel(page: Page, model: CannedModelServer): Promise<void> {
  await page.getByRole('link', { name: 'LLMs' }).click()
  await page.getByRole('button', { name: /New LLM/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /OpenAI Compatible/ }).click()
  await dialog.getByLabel('Name').fill('House model')
  await dialog.getByLabel('API Base').fill(`${model.url}/v1`)
  await dialog.getByLabel('Model').fill('canned')
  await dialog.getByLabel('API Key').fill('sk-mine')
  await dialog.getByRole('button', { name: 'Test Connection' }).click()
  await dialog.getByText('Test connection successful').waitFor()
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await page.getByRole('row', { name: /House model/ }).waitFor()

  await page.getByRole('link', { name: 'Platform', exact: true }).click()
  await page.getByRole('link', { name: /^Default Triad/ }).click()
  await choose(page.getByRole('combobox', { name: 'LLM', exact: true }), 'House model')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Default triad setting saved successfully').waitFor()
}

/** A new project with one invoice in it. */
async function uploadInvoice(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Prompt Studio', exact: true }).click()
  await page.getByRole('button', { name: 'New Project' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Project name').fill('Mine')
  await dialog.getByLabel('Author or organization').fill('Ada')
  await dialog.getByLabel('Description').fill('Invoices of mine')
  await dialog.getByRole('button', { name: 'Create project' }).click()

  await page.getByRole('button', { name: 'Manage Documents' }).click()
  const { name, file } = await sampleInvoice(joineryInvoice)
  await dialog
    .getByLabel('Files to upload')
    .setInputFiles({ name, mimeType: 'application/pdf', buffer: Buffer.from(file) })
  await dialog.getByRole('row', { name: new RegExp(name) }).waitFor()
  await dialog.getByRole('button', { name: 'Close' }).click()
}
