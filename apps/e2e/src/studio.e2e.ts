import { drawInvoice } from '@recto/document-reader/testing/draw-invoice'
import { invoiceOf, writeCii } from '@recto/document-reader/testing/write-invoice'
import { brokenPdf, sampleInvoice } from '@recto/testkit/sample-documents'
import { joineryInvoice } from '@recto/testkit/samples/invoices'
import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keepPictures } from './testing/keep-pictures.ts'
import { hasBrowser, openBrowser } from './testing/open-browser.ts'
import { choose } from './testing/page-actions.ts'
import { pictureForGuide } from './testing/picture-for-guide.ts'
import { signIn } from './testing/sign-in.ts'
import { type Product, startProduct } from './testing/start-product.ts'
import { pictureOnFailure, startVisit, type Visit } from './testing/visit.ts'

describe.skipIf(!hasBrowser)('the sample in the studio', () => {
  let product: Product
  let browser: Browser
  let visit: Visit

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

  // One that is far from the window has nothing to click yet.
  const prompt = (key: string) => visit.page.getByRole('article', { name: key, exact: true })
  const pages = () => visit.page.getByRole('region', { name: /^Pages of/ })

  test('shows a value on the page where it was read', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await page.getByRole('link', { name: 'Invoices (sample)' }).click()
    await pages().getByText('Nordlicht Werkstatt GmbH').first().waitFor()
    await visit.checkPage()

    await prompt('tax').getByRole('button', { name: 'p.1 shows tax' }).click()

    const band = pages().getByRole('button', { name: 'tax: 1215.48' })
    await expect.poll(() => band.getAttribute('data-picked')).toBe('true')
    expect(await textUnder(pages(), band)).toEqual(['1.215,48 €'])
    expect(await isInWindow(band)).toBe(true)
    await visit.checkPage()
    await pictureForGuide(page, 'first-values')
  })

  test('answers a prompt anew', async () => {
    pictureOnFailure(visit)
    const startedResponsePromise = visit.page.waitForResponse(
      (reply) => reply.request().method() === 'POST' && /\/runs\/$/.test(reply.url()),
    )
    await prompt('total').getByRole('button', { name: 'Run total', exact: true }).click()

    expect((await startedResponsePromise).status()).toBe(202)
    await prompt('total').locator('[aria-busy="false"]').waitFor()
    await prompt('total').getByText('7,292.88').waitFor()
  })

  test('answers a prompt that is added', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await page.getByRole('button', { name: /\bPrompt$/ }).click()
    await prompt('Invoices (sample)_1')
      .getByLabel('Key for Invoices (sample)_1')
      .fill('seller_email')
    await page.keyboard.press('Enter')
    const addedLocator = prompt('seller_email')
    await addedLocator
      .getByLabel('Prompt for seller_email')
      .fill('What is the e-mail address of the seller?')
    await addedLocator.getByRole('button', { name: 'Run seller_email', exact: true }).click()

    await addedLocator.getByText('billing@nordlicht-werkstatt.example').waitFor()
    await addedLocator.getByText('Coverage: 1 of 2 docs').waitFor()
    await visit.checkPage()
  })

  test('reads another document of the same kind', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    const invoice = await sampleInvoice({ ...joineryInvoice, number: 'TR-2026-0999' })
    await page.getByRole('button', { name: 'Manage Documents' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('row', { name: /invoice-20260388\.pdf/ }).waitFor()
    await visit.checkPage()
    await dialog.getByLabel('Files to upload').setInputFiles({
      name: invoice.name,
      mimeType: 'application/pdf',
      buffer: Buffer.from(invoice.file),
    })
    await dialog.getByRole('row', { name: new RegExp(invoice.name) }).waitFor()
    await dialog.getByRole('button', { name: 'Close' }).click()

    await choose(page.getByRole('combobox', { name: 'Document', exact: true }), invoice.name)
    await pages().getByText('TR-2026-0999').first().waitFor()
    await prompt('invoice_number').scrollIntoViewIfNeeded()
    await prompt('invoice_number')
      .getByRole('button', { name: 'Run invoice_number', exact: true })
      .click()

    await prompt('invoice_number').getByText('TR-2026-0999').waitFor()
  })

  test('reads a table that is no PDF, and marks the value on its page', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await page.getByRole('button', { name: 'Manage Documents' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Files to upload').setInputFiles({
      name: 'order.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('Invoice number;LT-2026-0731\nSeller;Blue Lamps Ltd\nTotal;1,240.50\n'),
    })
    const warning = page.getByRole('dialog', { name: 'File Upload Warning' })
    await warning.getByRole('button', { name: 'Upload', exact: true }).click()
    await dialog.getByRole('row', { name: /order\.csv/ }).waitFor()
    await warning.waitFor({ state: 'hidden' })
    await dialog.getByRole('button', { name: 'Close' }).click()

    await choose(page.getByRole('combobox', { name: 'Document', exact: true }), 'order.csv')
    const picture = pages().getByRole('img', { name: 'Page 1 of order.csv' })
    await picture.waitFor()
    await expect.poll(() => isDrawn(picture)).toBe(true)
    await prompt('invoice_number').scrollIntoViewIfNeeded()
    await prompt('invoice_number')
      .getByRole('button', { name: 'Run invoice_number', exact: true })
      .click()
    await prompt('invoice_number').getByText('LT-2026-0731').waitFor()
    await prompt('invoice_number').getByRole('button', { name: 'p.1 shows invoice_number' }).click()

    const band = pages().getByRole('button', { name: 'invoice_number: LT-2026-0731' })
    await expect.poll(() => band.getAttribute('data-picked')).toBe('true')
    expect(await isWithin(band, picture)).toBe(true)
    await page.getByRole('button', { name: 'Thumbnails' }).click()
    await page.getByRole('navigation', { name: 'Thumbnails' }).waitFor()
    await visit.checkPage()
    await page.getByRole('button', { name: 'Thumbnails' }).click()
  })

  test('takes what an e-invoice says without a model, and shows that its print says something else', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    const invoice = invoiceOf(2)
    const data = writeCii({ ...invoice, tax: '500.00', total: '627.46' })
    const buffer = await drawInvoice(invoice, { attachments: [['factur-x.xml', data]] })
    await page.getByRole('button', { name: 'Manage Documents' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Files to upload').setInputFiles({
      name: 'e-invoice.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from(buffer),
    })
    await dialog.getByRole('row', { name: /e-invoice\.pdf/ }).waitFor()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await choose(page.getByRole('combobox', { name: 'Document', exact: true }), 'e-invoice.pdf')
    await pages().getByText(invoice.number).first().waitFor()

    await prompt('total').scrollIntoViewIfNeeded()
    await prompt('total').getByRole('button', { name: 'Run total', exact: true }).click()
    await prompt('total').getByText('627.46', { exact: true }).first().waitFor()
    await prompt('total').getByText('contradicted', { exact: true }).first().waitFor()
    await visit.checkPage()
    await prompt('total')
      .getByRole('button', { name: /^p\.1 says .*, which contradicts total$/ })
      .click()

    const band = pages().locator('[data-picked="true"]')
    await band.waitFor()
    expect(await isInWindow(band)).toBe(true)
    await keepPictures(page)
  })

  test('becomes a tool again', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await page.getByText('Changed since export').waitFor()
    await page.getByRole('button', { name: 'Export as tool' }).click()
    const dialog = page.getByRole('dialog')
    // Nobody else is in the organization, so that there is nothing to ask.
    await dialog.getByText('Custom tool exported successfully').waitFor()
    await visit.checkPage()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await page.getByText('Exported just now').waitFor()
  })

  test('says why a document cannot be drawn, and keeps the prompts beside it', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    const { name, file } = brokenPdf()
    await page.getByRole('button', { name: 'Manage Documents' }).click()
    const dialog = page.getByRole('dialog')
    await dialog
      .getByLabel('Files to upload')
      .setInputFiles({ name, mimeType: 'application/pdf', buffer: Buffer.from(file) })
    await dialog.getByRole('row', { name: new RegExp(name) }).waitFor()
    await dialog.getByRole('button', { name: 'Close' }).click()

    await choose(page.getByRole('combobox', { name: 'Document', exact: true }), name)

    await page.getByText('The file is damaged or is not a PDF.').waitFor()
    await prompt('invoice_number').waitFor()
  })

  test('had a browser without complaints all along', () => {
    expect(visit.problems()).toEqual([])
  })
})

const isDrawn = (picture: Locator) =>
  picture.evaluate((image: { naturalWidth?: number }) => Number(image.naturalWidth) > 0)

async function isWithin(inner: Locator, outer: Locator): Promise<boolean> {
  const a = await boxOf(inner)
  const b = await boxOf(outer)
  const isAcross = a.x > b.x && a.x + a.width < b.x + b.width
  return isAcross && a.y > b.y && a.y + a.height < b.y + b.height
}

/** The words of the page, as its text layer has them, in the middle of which the band lies. */
async function textUnder(pages: Locator, band: Locator): Promise<readonly string[]> {
  const place = await boxOf(band)
  const foundTexts: string[] = []
  for (const words of await pages.locator('.textLayer span').all()) {
    const { x, y, width, height } = await boxOf(words)
    const middle = x + width / 2
    const centre = y + height / 2
    const isUnder =
      middle > place.x &&
      middle < place.x + place.width &&
      centre > place.y &&
      centre < place.y + place.height
    if (isUnder) foundTexts.push((await words.textContent()) ?? '')
  }
  return foundTexts
}

async function boxOf(element: Locator) {
  const box = await element.boundingBox()
  if (!box) throw new Error('What should be on the page has no place.')
  return box
}

async function isInWindow(element: Locator): Promise<boolean> {
  const { x, y, width, height } = await boxOf(element)
  const window = element.page().viewportSize() ?? { width: 0, height: 0 }
  return x >= 0 && y >= 0 && x + width <= window.width && y + height <= window.height
}
