import { encryptedPdf } from '@recto/testkit/sample-documents'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lookAt } from './testing/look-at.ts'
import { hasBrowser, openBrowser } from './testing/open-browser.ts'
import { choose } from './testing/page-actions.ts'
import { signIn } from './testing/sign-in.ts'
import { type Product, startProduct } from './testing/start-product.ts'
import { pictureOnFailure, startVisit, type Visit } from './testing/visit.ts'

describe.skipIf(!hasBrowser)('two browsers in one project', () => {
  let product: Product
  let browser: Browser
  let ana: Visit
  let ben: Visit

  beforeAll(async () => {
    product = await startProduct()
    browser = await openBrowser()
    ana = await startVisit(browser, product)
    ben = await startVisit(browser, product)
    for (const { page } of [ana, ben]) {
      await signIn(page, product)
      await page.goto('/recto/tools')
      await page.getByRole('link', { name: 'Invoices (sample)', exact: true }).click()
      await text(page, 'invoice_number').waitFor()
    }
  })
  afterAll(async () => {
    await browser?.close()
    await product?.stop()
  })

  const text = (page: Page, key: string) => page.getByLabel(`Prompt for ${key}`, { exact: true })
  const unsavedNotice = (page: Page) =>
    page.getByRole('region', { name: 'Unsaved changes to invoice_number' })
  const dialog = ({ page }: Visit) => page.getByRole('dialog')
  const button = ({ page }: Visit, name: string) => page.getByRole('button', { name, exact: true })

  async function write(page: Page, key: string, words: string): Promise<void> {
    await text(page, key).fill(words)
    await page.keyboard.press('Tab')
  }

  test('one sees what the other has written', async () => {
    pictureOnFailure(ana)
    await write(ben.page, 'invoice_number', 'What is to be paid?')
    await expect
      .poll(() => text(ana.page, 'invoice_number').inputValue())
      .toBe('What is to be paid?')
  })

  test('of two texts for one field both are shown, and whoever comes second decides', async () => {
    pictureOnFailure(ana)
    await ana.page.context().setOffline(true)
    await write(ana.page, 'invoice_number', 'What does Ana ask?')
    await write(ben.page, 'invoice_number', 'What does Ben ask?')
    await expect
      .poll(() => text(ben.page, 'invoice_number').inputValue())
      .toBe('What does Ben ask?')
    const path = /\/prompt-studio\/prompt\//
    const refusal = ana.page.waitForResponse((one) => path.test(one.url()) && one.status() === 409)
    await ana.page.context().setOffline(false)
    ana.expectRefusal(`409 PATCH ${new URL((await refusal).url()).pathname}`)

    await unsavedNotice(ana.page).getByText('What does Ben ask?').waitFor()
    await unsavedNotice(ana.page).getByText('What does Ana ask?').waitFor()
    await lookAt(ana, 't2-both-texts')
    await unsavedNotice(ana.page).getByRole('button', { name: 'Use mine' }).click()
    await expect
      .poll(() => text(ben.page, 'invoice_number').inputValue())
      .toBe('What does Ana ask?')
  })

  test('a profile that both change is replaced only when it is said', async () => {
    pictureOnFailure(ana)
    for (const visit of [ana, ben]) {
      await button(visit, 'Settings').click()
      await dialog(visit)
        .getByRole('button', { name: /^Edit / })
        .first()
        .click()
    }
    const name = (visit: Visit) => dialog(visit).getByLabel('Name', { exact: true })
    await name(ben).fill('Of Ben')
    await dialog(ben).getByRole('button', { name: 'Save' }).click()
    await dialog(ben)
      .getByRole('row', { name: /Of Ben/ })
      .waitFor()
    await name(ana).fill('Of Ana')
    const path = /profile-manager/
    const refusal = ana.page.waitForResponse((one) => path.test(one.url()) && one.status() === 409)
    await dialog(ana).getByRole('button', { name: 'Save' }).click()
    ana.expectRefusal(`409 PATCH ${new URL((await refusal).url()).pathname}`)
    await dialog(ana).getByText('Changed elsewhere').waitFor()
    await lookAt(ana, 't3-profile-conflict')
    await dialog(ana).getByRole('button', { name: 'Use mine' }).click()
    for (const visit of [ana, ben]) {
      await dialog(visit)
        .getByRole('row', { name: /Of Ana/ })
        .waitFor()
      await dialog(visit).getByRole('button', { name: 'Close' }).last().click()
    }
  })

  test('[PS-110] what is no PDF is uploaded after a question, and shown', async () => {
    pictureOnFailure(ana)
    const { page } = ana
    await button(ana, 'Manage Documents').click()
    await dialog(ana)
      .getByLabel('Files to upload')
      .setInputFiles({
        name: 'lamps.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from('Item;Pieces\nBlue lamp;12\nRed lamp;7\n'),
      })
    await page.getByText('Your document will be converted to PDF.').waitFor()
    await lookAt(ana, 't4-conversion')
    await page.getByRole('dialog').getByRole('button', { name: 'Upload', exact: true }).click()
    const radio = dialog(ana).getByRole('radio', { name: 'lamps.csv' })
    await radio.waitFor()
    await radio.click()
    await dialog(ana).getByRole('button', { name: 'Close' }).last().click()
    await page.getByRole('region', { name: 'Pages of lamps.csv' }).waitFor()
    await button(ana, 'Download lamps.csv').click()
    const asPdf = page.getByRole('menuitem', { name: 'Download as PDF' })
    await asPdf.waitFor()
    await lookAt(ana, 't5-download')
    const savedDownloadPromise = page.waitForEvent('download')
    await asPdf.getByRole('link').click()
    expect((await savedDownloadPromise).suggestedFilename()).toBe('lamps.pdf')
    await page.keyboard.press('Escape')
  })

  test('a locked document is opened with its password, for the other too', async () => {
    pictureOnFailure(ana)
    const { page } = ana
    const { file } = await encryptedPdf('open sesame')
    await button(ana, 'Manage Documents').click()
    await dialog(ana)
      .getByLabel('Files to upload')
      .setInputFiles({
        name: 'locked.pdf',
        mimeType: 'application/pdf',
        buffer: Buffer.from(file),
      })
    const radio = dialog(ana).getByRole('radio', { name: 'locked.pdf' })
    await radio.waitFor()
    await radio.click()
    await dialog(ana).getByRole('button', { name: 'Close' }).last().click()
    await page.getByLabel('Document password').fill('open sesame')
    await lookAt(ana, 't6-locked')
    await button(ana, 'Unlock').click()
    await page.getByRole('region', { name: 'Pages of locked.pdf' }).waitFor()
    await lookAt(ana, 't7-unlocked')
  })

  test('the settings of a table that both change are replaced only when it is said', async () => {
    pictureOnFailure(ana)
    for (const { page } of [ana, ben]) {
      await page.getByRole('article', { name: 'currency', exact: true }).scrollIntoViewIfNeeded()
    }
    await choose(ana.page.getByRole('combobox', { name: 'Type of currency' }), 'table')
    const settings = (visit: Visit) => button(visit, 'Table extraction settings for currency')
    for (const visit of [ana, ben]) {
      await settings(visit).click()
      await dialog(visit).getByLabel('Start page').waitFor()
    }
    const save = (visit: Visit) => dialog(visit).getByRole('button', { name: 'Save' }).click()
    await dialog(ben).getByLabel('End page').fill('3')
    await save(ben)
    await dialog(ben).waitFor({ state: 'hidden' })
    await dialog(ana).getByLabel('End page').fill('2')
    await save(ana)
    // Neither had been there before: the second one is told so.
    ana.expectRefusal('400 POST /api/v1/recto/recto/prompt-studio/prompt/table/')
    await dialog(ana).getByText('Changed elsewhere').waitFor()
    await lookAt(ana, 't8-table-conflict')
    await dialog(ana).getByRole('button', { name: 'Keep saved version' }).click()
    expect(await dialog(ana).getByLabel('End page').inputValue()).toBe('3')
    await dialog(ana).getByRole('button', { name: 'Cancel' }).click()
  })

  test('a single pass that both switch on is told of, and is on', async () => {
    pictureOnFailure(ana)
    await button(ana, 'Settings').click()
    const toggle = (visit: Visit) => dialog(visit).getByRole('switch', { name: /SinglePass/ })
    await toggle(ana).waitFor()
    await ana.page.route('**/prompt-studio/*/', async (route) => {
      if (route.request().method() !== 'PATCH') return route.fallback()
      // Ana's request arrives after Ben's.
      await button(ben, 'Settings').click()
      const done = ben.page.waitForResponse((one) => one.request().method() === 'PATCH')
      await toggle(ben).click()
      await done
      await route.continue()
    })
    const refusal = ana.page.waitForResponse((one) => one.status() === 409)
    await toggle(ana).click()
    ana.expectRefusal(`409 PATCH ${new URL((await refusal).url()).pathname}`)
    await ana.page
      .getByText('This setting was already changed in another tab or by someone else.')
      .waitFor()
    await ana.page.unroute('**/prompt-studio/*/')
    await lookAt(ana, 't9-single-pass')
    for (const visit of [ana, ben]) {
      await expect.poll(() => toggle(visit).getAttribute('aria-checked')).toBe('true')
    }
    await toggle(ben).click()
    await expect.poll(() => toggle(ana).getAttribute('aria-checked')).toBe('false')
    for (const visit of [ana, ben]) {
      await dialog(visit).getByRole('button', { name: 'Close' }).last().click()
    }
  })

  test('neither browser had anything to complain of', () => {
    const offline = (problem: string) => /ERR_INTERNET_DISCONNECTED|Failed to fetch/.test(problem)
    expect(ana.problems().filter((problem) => !offline(problem))).toEqual([])
    expect(ben.problems()).toEqual([])
  })
})
