import { sampleInvoices, sampleLetter } from '@recto/testkit/sample-documents'
import { strFromU8, unzipSync } from 'fflate'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lookAt } from './testing/look-at.ts'
import { hasBrowser, openBrowser } from './testing/open-browser.ts'
import { type Product, startProduct } from './testing/start-product.ts'
import { pictureOnFailure, startVisit, type Visit } from './testing/visit.ts'

describe.skipIf(!hasBrowser)('a visitor without an account', () => {
  let product: Product
  let browser: Browser
  let visit: Visit
  let page: Page
  let files: readonly { name: string; mimeType: string; buffer: Buffer }[]

  beforeAll(async () => {
    product = await startProduct()
    browser = await openBrowser()
    visit = await startVisit(browser, product)
    visit.expectRefusal('401 GET /api/v1/session')
    page = visit.page
    const samples = [...(await sampleInvoices()), await sampleLetter()]
    files = samples.map(({ name, file }) => ({
      name,
      mimeType: 'application/pdf',
      buffer: Buffer.from(file),
    }))
  })
  afterAll(async () => {
    await browser?.close()
    await product?.stop()
  })

  const columns = {
    fields: () => page.getByRole('region', { name: 'Fields' }),
    documents: () => page.getByRole('complementary', { name: 'Documents' }),
  }

  test('[SS-001] [SS-002] [SS-003] [SS-011] [SS-025] begins with a name, and the query goes along', async () => {
    pictureOnFailure(visit)
    await page.goto('/simple-prompt-studio?utm_source=fair')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('Project name cannot be empty').waitFor()
    await lookAt(visit, 'simple-1-name')
    await page.getByLabel('Project name (document type)').fill('Invoices')
    await page.keyboard.press('Enter')

    await page.waitForURL(/\/simple-prompt-studio\/[0-9a-f-]{36}\?utm_source=fair$/)
    await page.getByRole('heading', { name: 'Add documents to “Invoices”' }).waitFor()
  })

  test('[SS-004] [SS-027] [SS-029] uploads documents, at least one', async () => {
    pictureOnFailure(visit)
    await page.getByText('We recommend 3 to 5 sample documents').waitFor()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('Please upload atleast one document').waitFor()
    await page.getByLabel('Files to upload').setInputFiles([...files])
    const list = page.getByRole('list', { name: 'Uploaded documents' })
    for (const { name } of files) await list.getByText(name).waitFor()
    await page.getByRole('button', { name: 'Choose documents' }).isEnabled()
    await lookAt(visit, 'simple-2-documents')
    await page.getByRole('button', { name: 'Continue' }).click()
  })

  test('[SS-005] [SS-006] [SS-007] [SS-008] [SS-015] [SS-021] [SS-022] [PS-187] sees three columns, where documents are read by themselves', async () => {
    pictureOnFailure(visit)
    await page.getByRole('heading', { name: 'Invoices', level: 1 }).waitFor()
    for (const name of ['Create App', 'Download Excel', 'Coming soon!']) {
      await page.getByRole(name === 'Download Excel' ? 'link' : 'button', { name }).waitFor()
    }
    for (const name of ['Fields', 'Combined Output'])
      await columns.fields().getByRole('img', { name }).waitFor()
    await columns.documents().getByText('Ready').nth(2).waitFor()
    expect(await columns.documents().getByText('Ready').count()).toBe(3)
    const lefts = await Promise.all(
      [
        columns.fields(),
        page.getByRole('region', { name: 'Document', exact: true }),
        columns.documents(),
      ].map(async (one) => (await one.boundingBox())?.x ?? -1),
    )
    expect(lefts).toEqual(lefts.toSorted((a, b) => a - b))
    await lookAt(visit, 'simple-3-empty')
  })

  test('[SS-014] [SS-016] [SS-023] [SS-024] [PS-395] [PS-396] adds fields, and gets values that show where they stand', async () => {
    pictureOnFailure(visit)
    const form = page.getByRole('form', { name: 'Add New Prompt' })
    await form.getByRole('button', { name: 'Add field' }).click()
    await form.getByText('Please input the name to extract!').waitFor()
    await form.getByText('Please input the prompt!').waitFor()
    for (const [name, prompt] of [
      ['invoice_number', 'What is the number of the invoice?'],
      ['total', 'What is the total amount?'],
      ['moon_base', 'What is the IBAN of the moon base?'],
    ] as const) {
      await form.getByLabel('Field name').fill(name)
      await form.getByRole('textbox', { name: 'Prompt', exact: true }).fill(prompt)
      await page.keyboard.press('Tab')
      await form.getByRole('button', { name: 'Add field' }).click()
      await columns.fields().getByRole('article', { name }).waitFor()
    }
    await page.getByRole('button', { name: 'Run all' }).click()
    const value = columns.fields().getByRole('region', { name: 'Value for total' })
    await value.getByText(/\d/).first().waitFor()
    await page.getByRole('button', { name: 'Run all' }).waitFor()
    // Each value is a way to its place on the page.
    await value.getByRole('button').first().click()
    await page.locator('.band').first().waitFor()
    for (const hidden of ['Value Required', 'Run with all', 'Compare']) {
      expect(await page.getByText(hidden).count()).toBe(0)
    }
    await lookAt(visit, 'simple-4-values')
  })

  test('[SS-010] downloads the values of all documents as a workbook', async () => {
    pictureOnFailure(visit)
    const downloadPromise = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download Excel' }).click()
    const download = await downloadPromise
    expect(download.suggestedFilename()).toBe('Invoices.xlsx')
    const chunks: Buffer[] = []
    for await (const chunk of await download.createReadStream()) chunks.push(chunk)
    const parts = unzipSync(Buffer.concat(chunks))
    const texts = strFromU8(parts['xl/sharedStrings.xml'] ?? new Uint8Array())
    for (const text of ['Document', 'invoice_number', 'total', ...files.map(({ name }) => name)]) {
      expect(texts).toContain(text)
    }
    expect(strFromU8(parts['xl/comments1.xml'] ?? new Uint8Array())).toContain('Page 1')
  })

  test('[SS-009] [SS-037] hands on the link, and deletes a document', async () => {
    pictureOnFailure(visit)
    await page.getByRole('button', { name: 'Share' }).click()
    const dialog = page.getByRole('dialog')
    expect(await dialog.getByLabel('Project link').inputValue()).toBe(
      `${product.origin}${new URL(page.url()).pathname}`,
    )
    await lookAt(visit, 'simple-5-share')
    await dialog.getByRole('button', { name: 'Close' }).click()
    const name = files[2]?.name ?? ''
    await columns
      .documents()
      .getByRole('button', { name: `Delete ${name}` })
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText(`Deleted successfully: ${name}`).waitFor()
  })

  test('[SS-010] takes the project along into an account made then', async () => {
    pictureOnFailure(visit)
    await page.getByRole('button', { name: 'Create App' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Sign up or sign in' }).click()
    await page.getByRole('button', { name: 'Create an account' }).click()
    await page.getByLabel('Email').fill('vera@visits.example')
    await page.getByLabel('Password', { exact: true }).fill('four plain words here')
    await page.getByLabel('Organization (optional)').fill('Visits')
    await page.getByRole('button', { name: 'Create account' }).click()

    const dialog = page.getByRole('dialog', { name: 'Create App' })
    await dialog.getByText('The project will be added to').waitFor()
    await lookAt(visit, 'simple-6-create')
    await dialog.getByRole('button', { name: 'Create App' }).click()
    await page.waitForURL(/\/visits\/tools\/[0-9a-f-]{36}/)
    await page.getByRole('heading', { name: 'Invoices' }).waitFor()
    await page.getByRole('article', { name: 'total', exact: true }).waitFor()
  })

  test('[SS-013] a link that opens nothing offers a new project', async () => {
    pictureOnFailure(visit)
    const unknownId = '00000000-0000-4000-8000-000000000000'
    visit.expectRefusal(`404 GET /api/v1/sps/${unknownId}`)
    await page.goto(`/simple-prompt-studio/${unknownId}`)
    await page.getByRole('heading', { name: 'This project does not exist' }).waitFor()
    await lookAt(visit, 'simple-7-gone')
    await page.getByRole('link', { name: 'Create New Project' }).click()
    await page.getByLabel('Project name (document type)').waitFor()
  })

  test('had a browser without complaints all along', () => {
    expect(visit.problems()).toEqual([])
  })
})
