import { sampleInvoice } from '@recto/testkit/sample-documents'
import { joineryInvoice } from '@recto/testkit/samples/invoices'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lookAt } from './testing/look-at.ts'
import { hasBrowser, openBrowser } from './testing/open-browser.ts'
import { tabTo } from './testing/page-actions.ts'
import { type Product, startProduct } from './testing/start-product.ts'
import { pictureOnFailure, startVisit, type Visit } from './testing/visit.ts'

/** What has the focus: its name, whether it is drawn in the window, and whether its focus can be seen. */
const focusState = `(() => {
  const element = document.activeElement
  const { top, bottom, width } = element.getBoundingClientRect()
  const { outlineStyle, boxShadow } = getComputedStyle(element)
  return {
    isLost: element === document.body,
    isInWindow: width > 0 && bottom > 0 && top < innerHeight,
    isVisible: outlineStyle !== 'none' || boxShadow !== 'none',
  }
})()`

/** Height of the part of the studio, which fills the window, that is outside the window. */
const hiddenHeight = `(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)(
  document.getElementById('content'),
)`

describe.skipIf(!hasBrowser)('the first minutes by keyboard alone', () => {
  let product: Product
  let browser: Browser
  let visit: Visit

  beforeAll(async () => {
    product = await startProduct({ RECTO_SAMPLE: 'on' })
    browser = await openBrowser()
    visit = await startVisit(browser, product)
  })
  afterAll(async () => {
    await browser?.close()
    await product?.stop()
  })

  const expectFocus = async (page: Page) =>
    expect(await page.evaluate(focusState)).toEqual({
      isLost: false,
      isInWindow: true,
      isVisible: true,
    })

  test('the sample is read: a value, and its place on the page', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await page.goto(product.firstLink ?? '')
    await page.locator('.value-leaf[data-picked="true"]').getByText('20260388').waitFor()
    expect(await page.evaluate(hiddenHeight)).toBe(0)
    await page.keyboard.press('Tab')
    await expectFocus(page)
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to content')
    await page.keyboard.press('Enter')
    await tabTo(page, /^Show .* in the document: /)
    await expectFocus(page)
    await page.keyboard.press('Enter')
    await page.locator('.value-leaf[data-picked="true"]').first().waitFor()
    await lookAt(visit, 'keyboard-sample')
  })

  test('a document of one’s own becomes a project with values', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await page.reload()
    await page.getByRole('button', { name: /Show .* in the document: 20260388/ }).waitFor()
    await page.waitForLoadState('networkidle')
    // The browser must know in time that the test answers its dialog.
    const choice = page.waitForEvent('filechooser')
    await tabTo(page, /^Drop a document of your own here/)
    await expectFocus(page)
    await page.keyboard.press('Enter')
    const { name, file } = await sampleInvoice(joineryInvoice)
    const buffer = Buffer.from(file)
    await (await choice).setFiles({ name, mimeType: 'application/pdf', buffer })

    await page.getByRole('button', { name: /Show .* in the document: TR-2026-0417/ }).waitFor()
    await tabTo(page, /Show .* in the document: TR-2026-0417/)
    await expectFocus(page)
    await page.keyboard.press('Enter')
    await page.locator('.value-leaf[data-picked="true"]').getByText('TR-2026-0417').waitFor()
    await lookAt(visit, 'keyboard-own')
  })

  test('the tour is taken and left, and the focus comes back', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await page.reload()
    await page.getByRole('button', { name: 'Take the tour' }).waitFor()
    await tabTo(page, 'Take the tour')
    await expectFocus(page)
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    for (const count of [1, 2, 3, 4]) {
      await dialog.getByText(`${count} of 5`).waitFor()
      await tabTo(page, 'Next')
      await page.keyboard.press('Enter')
    }
    await dialog.getByRole('heading', { name: 'Where to find help' }).waitFor()
    await lookAt(visit, 'keyboard-tour')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    expect(visit.problems()).toEqual([])
  })
})
