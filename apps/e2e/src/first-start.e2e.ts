import { sampleInvoice } from '@recto/testkit/sample-documents'
import { joineryInvoice } from '@recto/testkit/samples/invoices'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countVisibleWords } from './testing/find-layout-faults.ts'
import { lookAt } from './testing/look-at.ts'
import { hasBrowser, openBrowser } from './testing/open-browser.ts'
import { type Product, startProduct } from './testing/start-product.ts'
import { pictureOnFailure, startVisit, type Visit } from './testing/visit.ts'

const focusFrame = `(({ activeElement }) => ({
  id: activeElement.id,
  outline: getComputedStyle(activeElement).outlineStyle,
}))(document)`

describe.skipIf(!hasBrowser)('the first start', () => {
  let product: Product
  let browser: Browser
  let visit: Visit
  let clickCount = 0
  let wordCount = 0

  beforeAll(async () => {
    // With a setting, the product starts with an empty data folder.
    product = await startProduct({ RECTO_SAMPLE: 'on' })
    browser = await openBrowser()
    visit = await startVisit(browser, product)
    await visit.page.exposeFunction('countClick', () => {
      clickCount += 1
    })
    await visit.page.addInitScript(
      `addEventListener('click', (event) => { if (event.detail > 0) countClick() }, true)`,
    )
  })
  afterAll(async () => {
    await browser?.close()
    await product?.stop()
  })

  test('prints a link to the sample, with a value and its location marked', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await page.goto(product.firstLink ?? '')
    await page.getByRole('heading', { name: 'Invoices (sample)' }).waitFor()
    await page.locator('.value-leaf[data-picked="true"]').getByText('20260388').waitFor()
    await page.getByRole('button', { name: /Drop a document of your own here/ }).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    wordCount = await countVisibleWords(page)
    await lookAt(visit, 'first-start-sample')
  })

  test('needs one click more until a value of one’s own document is shown', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    const { name, file } = await sampleInvoice(joineryInvoice)
    const choice = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: /Drop a document of your own here/ }).click()
    await (await choice).setFiles({
      name,
      mimeType: 'application/pdf',
      buffer: Buffer.from(file),
    })

    await page.getByRole('button', { name: /Show .* in the document: TR-2026-0417/ }).waitFor()
    expect(clickCount).toBe(1)
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(new URL(page.url()).search).toBe('')
    console.log(
      `From the link to a value of one’s own document: ${clickCount} click and the choice of the file, ` +
        `0 dialogs. The screen before it has ${wordCount} words.`,
    )
    await lookAt(visit, 'first-start-own')
  })

  test('lets nobody in by the same link again', async () => {
    const stranger = await startVisit(browser, product)
    await stranger.page.goto(product.firstLink ?? '')
    await stranger.page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await stranger.close()
  })

  test('says that the network is away, instead of doing it later', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await page.getByRole('link', { name: 'Workflows', exact: true }).click()
    await page.getByRole('button', { name: 'New Workflow' }).waitFor()
    // A click beside everything gives the focus to the whole content, which then has no frame.
    await page.locator('#content').click({ position: { x: 4, y: 4 } })
    expect(await page.evaluate(focusFrame)).toEqual({ id: 'content', outline: 'none' })
    await page.getByRole('button', { name: 'New Workflow' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Made without a network')
    await page.context().setOffline(true)
    await dialog.getByRole('button', { name: 'Create workflow' }).click()
    await page.getByText('Please check your internet connection').first().waitFor()
    await page.context().setOffline(false)
    await page.reload()
    await page.getByRole('row', { name: /Invoices \(sample\)/ }).waitFor()
    expect(await page.getByText('Made without a network').count()).toBe(0)
  })

  test('says that a page cannot be loaded without a network, and loads it by itself later', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await page.context().setOffline(true)
    await page.getByRole('link', { name: 'Connectors', exact: true }).click()
    await page.getByRole('heading', { name: 'Please check your internet connection' }).waitFor()
    await page.context().setOffline(false)
    await page.getByRole('heading', { name: 'Connectors', level: 1 }).waitFor()
  })

  test('signs out all tabs of the browser', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    const otherTab = await page.context().newPage()
    await otherTab.goto(page.url())
    await otherTab.getByRole('button', { name: /account menu for/ }).click()
    await otherTab.getByRole('menuitem', { name: 'Logout' }).click()

    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  })
})
