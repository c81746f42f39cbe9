import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, openBrowser } from './testing/open-browser.ts'
import { declineTours, signIn } from './testing/sign-in.ts'
import { type Product, startProduct } from './testing/start-product.ts'
import { pictureOnFailure, startVisit, type Visit } from './testing/visit.ts'

describe.skipIf(!hasBrowser)('a newcomer', () => {
  let product: Product
  let browser: Browser
  let visit: Visit

  beforeAll(async () => {
    product = await startProduct()
    browser = await openBrowser()
    visit = await startVisit(browser, product)
    visit.expectRefusal('401 GET /api/v1/session')
  })
  afterAll(async () => {
    await browser?.close()
    await product?.stop()
  })

  test('is led from any address to the door', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await page.goto('/recto/tools')

    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/landing')
    await visit.checkPage()
  })

  test('is told that a password is wrong', async () => {
    pictureOnFailure(visit)
    visit.expectRefusal('401 POST /api/v1/login')
    const { page } = visit
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.getByLabel('Username').waitFor()
    await visit.checkPage()

    await page.getByLabel('Username').fill(product.admin.username)
    await page.getByLabel('Password').fill('not the password')
    await page.getByRole('button', { name: 'Sign in' }).click()

    await page.getByRole('alert').waitFor()
    expect(await page.getByLabel('Username').inputValue()).toBe(product.admin.username)
    expect(await page.getByLabel('Password').inputValue()).toBe('')
    await visit.checkPage()
  })

  test('is inside with the right one, and finds the sample', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await page.getByLabel('Password').fill(product.admin.password)
    await page.getByRole('button', { name: 'Sign in' }).click()

    await page.getByText('Invoices (sample)').first().waitFor()
    expect(new URL(page.url()).pathname).toBe('/recto/tools')
    await declineTours(page)
    await visit.checkPage()
  })

  test('sees who they are', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await page.getByRole('button', { name: /account menu for/ }).click()
    await page.getByRole('menuitem', { name: 'Profile' }).click()

    await page.getByText('admin@localhost').first().waitFor()
    await visit.checkPage()
  })

  test('leaves, and is not let in again without the password', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await page.getByRole('button', { name: /account menu for/ }).click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()

    await page.goto('/recto/tools')
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await signIn(page, product)
    await page.getByText('Invoices (sample)').first().waitFor()
  })

  test('had a browser without complaints all along', () => {
    expect(visit.problems()).toEqual([])
  })
})
