import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lookAt } from './testing/look-at.ts'
import { hasBrowser, openBrowser } from './testing/open-browser.ts'
import { type Product, startProduct } from './testing/start-product.ts'
import { pictureOnFailure, startVisit, type Visit } from './testing/visit.ts'

describe.skipIf(!hasBrowser)('somebody who has come for the text', () => {
  let product: Product
  let browser: Browser
  let visit: Visit
  let page: Page

  beforeAll(async () => {
    product = await startProduct({ RECTO_TEXT_FREE_PAGES: '100' })
    browser = await openBrowser()
    visit = await startVisit(browser, product)
    visit.expectRefusal('401 GET /api/v1/session')
    page = visit.page
  })
  afterAll(async () => {
    await browser?.close()
    await product?.stop()
  })

  test('[AC-008] [AC-009] [AC-011] [AC-071] comes in by the door of the product, and stands in its playground', async () => {
    pictureOnFailure(visit)
    await page.goto('/landing?selectedProduct=llm-whisperer')
    await page.getByText('Process up to 100 pages daily at no cost').waitFor()
    await page.getByRole('link', { name: 'Sign in', exact: true }).click()
    await page.getByLabel('Username').fill(product.admin.username)
    await page.getByLabel('Password').fill(product.admin.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL('**/llm-whisperer/recto/playground')
    await page.getByRole('heading', { name: 'Playground' }).waitFor()
    await page.getByRole('button', { name: /Dense table/ }).waitFor()
    await lookAt(visit, 'text-1-playground')
  })

  test('[TX-045] [TX-046] [TX-054] reads a sample, sees the page beside its text and a line’s place', async () => {
    pictureOnFailure(visit)
    await page.getByRole('button', { name: /Invoice/ }).click()
    await page.getByRole('button', { name: 'Extract' }).click()
    const total = page.getByRole('button', { name: /Total EUR/ })
    await total.waitFor({ timeout: 30_000 })
    await page.locator('.text-drawn-page canvas').first().waitFor()
    await total.click()
    await page.getByRole('img', { name: 'Location of the line' }).waitFor()
    await lookAt(visit, 'text-2-invoice')
    await page.getByRole('button', { name: 'Back' }).click()
    await page.getByRole('button', { name: 'See Results' }).click()
    await total.waitFor()
    await page.goBack()
    await page.getByRole('button', { name: 'See Results' }).waitFor()
  })

  test('[TX-047] reads a scan as well, which takes its time', async () => {
    pictureOnFailure(visit)
    await page.getByRole('button', { name: /Photographed receipt/ }).click()
    await page.getByRole('button', { name: 'Extract' }).click()
    await page.locator('.text-reading').waitFor()
    await page.getByRole('button', { name: /^TOTAL\s+23\.20/ }).waitFor({ timeout: 90_000 })
    await lookAt(visit, 'text-3-receipt')
  })

  test('[TX-003] [TX-023] sees the key of the free plan', async () => {
    pictureOnFailure(visit)
    await page.getByRole('link', { name: 'API Keys' }).click()
    await page.getByRole('table', { name: 'API keys for text extraction' }).waitFor()
    await page.getByText('curl -X POST').waitFor()

    expect(await page.getByRole('button', { name: 'Rotate' }).count()).toBe(0)
    await lookAt(visit, 'text-4-keys')
  })

  test('[TX-002] [TX-009] sees what was used, by day and by document', async () => {
    pictureOnFailure(visit)
    await page.getByRole('link', { name: 'Dashboard' }).click()
    await page.getByRole('heading', { name: 'Pages by day' }).waitFor()
    const month = page.locator('.number-cards').getByText('2', { exact: true }).first()
    await month.waitFor()
    await lookAt(visit, 'text-5-usage')
    await page.getByRole('tab', { name: 'Detailed History' }).click()
    await page.getByText('2 documents').waitFor()
    await lookAt(visit, 'text-6-records')
  })

  test('[TX-004] sees the plan, and goes over to the platform and back', async () => {
    pictureOnFailure(visit)
    await page.getByRole('link', { name: 'My Account' }).click()
    await page.getByRole('region', { name: 'Free plan' }).waitFor()
    await lookAt(visit, 'text-7-account')
    await page.getByRole('button', { name: 'Switch product' }).click()
    await page.getByRole('menu').getByText('Recto', { exact: true }).click()
    await page.waitForURL(/recto\/(tools|onboard)/)

    expect(visit.problems()).toEqual([])
  })
})
