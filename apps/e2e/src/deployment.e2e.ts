import { sampleInvoices } from '@recto/testkit/sample-documents'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lookAt } from './testing/look-at.ts'
import { hasBrowser, openBrowser } from './testing/open-browser.ts'
import { choose } from './testing/page-actions.ts'
import { pictureForGuide } from './testing/picture-for-guide.ts'
import { signIn } from './testing/sign-in.ts'
import { type Product, startProduct } from './testing/start-product.ts'
import { pictureOnFailure, startVisit, type Visit } from './testing/visit.ts'

describe.skipIf(!hasBrowser)('a workflow that becomes an API', () => {
  let product: Product
  let browser: Browser
  let visit: Visit
  let address: string
  let key: string

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

  test('is put together from an exported tool', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await page.getByRole('link', { name: 'Workflows', exact: true }).click()
    await page.getByRole('row', { name: /Invoices \(sample\)/ }).waitFor()
    await visit.checkPage()
    await page.getByRole('button', { name: 'New Workflow' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Incoming invoices')
    await visit.checkPage()
    await dialog.getByRole('button', { name: 'Create workflow' }).click()

    await page.getByRole('heading', { name: 'Incoming invoices' }).waitFor()
    const deploy = page.getByRole('button', { name: 'Deploy as API' })
    expect(await deploy.isEnabled()).toBe(false)
    await choose(page.getByRole('combobox', { name: 'Where files come from' }), 'API')
    await choose(page.getByRole('combobox', { name: 'Where values go' }), 'API')
    await page.getByRole('button', { name: 'Add Invoices (sample)' }).click()

    await page.getByRole('article', { name: 'Invoices (sample)' }).waitFor()
    await expect.poll(() => deploy.isEnabled()).toBe(true)
    await visit.checkPage()
  })

  test('shows how it is called once it is deployed', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await page.getByRole('button', { name: 'Deploy as API' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Display name').fill('Incoming invoices')
    await dialog.getByLabel('API name').fill('incoming')
    await visit.checkPage()
    await dialog.getByRole('button', { name: 'Deploy', exact: true }).click()

    await page.getByText('This Workflow has been deployed as an API').waitFor()
    await page.getByText('Call it with cURL').click()
    const call = page.getByRole('region', { name: 'Send a document' })
    await call.waitFor()
    await visit.checkPage()
    await pictureForGuide(page, 'going-live')
    const code = (await call.textContent()) ?? ''
    ;[, address = '', key = ''] = /POST '(\S+)'[\s\S]*Bearer (\S+)'/.exec(code) ?? []
    expect(address).toBe(`${product.origin}/deployment/api/recto/incoming/`)
  })

  test('answers whoever has the key, and nobody else', async () => {
    const [invoice] = await sampleInvoices()
    if (!invoice) throw new Error('There is no sample.')
    const call = (bearer: string) => {
      const body = new FormData()
      body.append('files', new Blob([Buffer.from(invoice.file)]), invoice.name)
      body.append('timeout', '60')
      return fetch(address, {
        method: 'POST',
        headers: { authorization: `Bearer ${bearer}` },
        body,
      })
    }

    expect((await call('7d4a6f0e-0000-4000-8000-000000000000')).status).toBe(401)
    const answer = await call(key)

    expect(answer.status).toBe(200)
    const { invoice_number, total } = invoice.expected
    expect(await answer.json()).toMatchObject({
      message: {
        execution_status: 'COMPLETED',
        result: [{ file: invoice.name, result: { output: { invoice_number, total } } }],
      },
    })
  })

  test('keeps its key and its executions where they can be looked up', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await page.getByRole('link', { name: 'API Deployments', exact: true }).click()
    await page.getByRole('button', { name: 'Actions for Incoming invoices' }).click()
    await page.getByRole('menuitem', { name: 'Manage Keys' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(key).waitFor()
    await visit.checkPage()
    await dialog.getByRole('button', { name: 'Close' }).first().click()

    await page.getByRole('link', { name: 'Logs', exact: true }).click()
    const row = page.getByRole('row', { name: /Incoming invoices/ })
    await row.waitFor()
    await visit.checkPage()
    await row.getByRole('link').click()
    await page.getByRole('row', { name: /invoice-TR-2026-0417\.pdf/ }).waitFor()
    await page.getByRole('region', { name: /Time by stage/ }).waitFor()
    await lookAt(visit, 'execution')

    await page.getByRole('button', { name: 'Result for invoice-TR-2026-0417.pdf' }).click()
    await dialog.getByText('9926.4').first().waitFor()
    await visit.checkPage()
  })

  test('is counted, with a budget that says what it stops', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await page.keyboard.press('Escape')
    await page.goto(`${product.origin}/recto/logs`)
    await page.getByRole('link', { name: 'Usage', exact: true }).click()
    const deployments = page.getByRole('table', { name: 'Usage by deployment' })
    await deployments.getByRole('cell', { name: 'Incoming invoices' }).waitFor()
    await page.getByRole('button', { name: 'Set budget' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Dollars per month').fill('0')
    await dialog.getByLabel('Stop paid calls when the budget is spent').check()
    await visit.checkPage()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Paid calls are stopped', { exact: true }).waitFor()
    await lookAt(visit, 'usage')
    await page.getByRole('button', { name: 'Manage notifications' }).click()
    await dialog.getByRole('button', { name: 'New notification' }).waitFor()
    await visit.checkPage()
  })

  test('had a browser without complaints all along', () => {
    expect(visit.problems()).toEqual([])
  })
})
