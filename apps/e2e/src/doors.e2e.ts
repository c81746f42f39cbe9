/**
 * The pages that people see before they are in, or once in a lifetime: each way to sign in, links of emails, the choice
 * of an organization, and what is left to set up.
 */
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findLayoutFaults } from './testing/find-layout-faults.ts'
import { findBarriersOfState } from './testing/look-at.ts'
import { signUp } from './testing/newcomers.ts'
import { hasBrowser, openBrowser } from './testing/open-browser.ts'
import { type Product, startPreparedProduct } from './testing/start-product.ts'
import { pictureOnFailure, startVisit, type Visit } from './testing/visit.ts'

const provider = 'Birch and Sons Identity'
const adaEmail = 'ada@doors.example'
const password = 'four plain words here'

describe.skipIf(!hasBrowser)('at every door of the product', () => {
  let product: Product
  let browser: Browser
  let visit: Visit
  let page: Page

  beforeAll(async () => {
    product = await startPreparedProduct({
      RECTO_OIDC_ISSUER: 'https://login.birch.example',
      RECTO_OIDC_CLIENT_ID: 'recto',
      RECTO_OIDC_CLIENT_SECRET: 'not used here',
      RECTO_OIDC_NAME: provider,
    })
    browser = await openBrowser()
  })
  beforeEach(async () => {
    visit = await startVisit(browser, product)
    page = visit.page
  })
  afterEach(() => visit?.close())
  afterAll(async () => {
    await browser?.close()
    await product?.stop()
  })

  async function findFaults(name: string): Promise<readonly string[]> {
    const faults = [
      ...(await findBarriersOfState(visit, `door-${name}`)),
      ...(await findLayoutFaults(page)),
    ]
    // The reload brings back the texts, which were made longer.
    await page.reload()
    return faults.map((fault) => `${name}, ${fault}`)
  }

  async function open(address: string): Promise<void> {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(address)
    await page.waitForLoadState('networkidle')
  }

  test('single sign-on is offered by the name of the provider, and what is not set up is not', async () => {
    pictureOnFailure(visit)
    const faults: string[] = []
    await open('/landing')
    await page.getByRole('link', { name: `Sign in with ${provider}` }).waitFor()
    expect(await page.getByText('free').count()).toBe(0)
    faults.push(...(await findFaults('landing')))
    await page.getByRole('button', { name: 'Create an account' }).click()
    await page.getByLabel('Email').waitFor()
    faults.push(...(await findFaults('sign-up')))

    await open('/login')
    await page.getByRole('link', { name: `Sign in with ${provider}` }).waitFor()
    faults.push(...(await findFaults('login')))
    await open('/api/v1/login')
    await page.getByRole('link', { name: `Sign in with ${provider}` }).waitFor()
    faults.push(...(await findFaults('sign-in-form')))
    expect(faults).toEqual([])
  })

  test('links of emails, refusals and ends say what they are', async () => {
    pictureOnFailure(visit)
    const faults: string[] = []
    const doors = [
      ['/forgotten-password', 'Reset your password', 'does not send email'],
      ['/reset-password?token=unknown', 'Set a new password', 'This ends all your sessions'],
      ['/sign-up/confirm?token=unknown', 'Confirm your email address', 'One more step'],
      ['/invitation?token=unknown', 'Access denied', 'invalid or has expired'],
      ['/error?code=IDM', 'Access denied', 'not meant for this user'],
      ['/error?code=UMM', 'Access denied', 'member of multiple organizations'],
      ['/oauth-status', 'Authentication Failed', 'did not grant access'],
    ] as const
    for (const [address, heading, explanation] of doors) {
      await open(address)
      await page.getByRole('heading', { name: heading, exact: true }).waitFor()
      await page.getByText(explanation).waitFor()
      faults.push(...(await findFaults(address.replaceAll(/\W+/g, '-'))))
    }
    expect(faults).toEqual([])
  })

  test('a member of two organizations chooses one', async () => {
    pictureOnFailure(visit)
    await signUp(page, { email: adaEmail, password, organization: 'Doors and Windows' })
    const faults: string[] = []
    await open('/new-organization')
    faults.push(...(await findFaults('new-organization')))
    await page.getByLabel('Organization name').fill('Gates of the North')
    await page.getByLabel('Organization ID').fill('gates')
    await page.getByRole('button', { name: 'Create organization' }).click()
    await page.getByRole('navigation', { name: 'Main' }).waitFor({ state: 'attached' })

    await page.getByRole('button', { name: /account menu for/ }).click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.goto('/api/v1/login')
    await page.getByLabel('Username').fill(adaEmail)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Select an organization' }).waitFor()
    faults.push(...(await findFaults('set-org')))
    await page.getByRole('button', { name: 'Connect to Doors and Windows' }).click()
    await page.getByRole('navigation', { name: 'Main' }).waitFor({ state: 'attached' })
    faults.push(...(await findFaults('first-page')))
    expect(faults).toEqual([])
  })

  test('what is left to set up is shown, each with its way', async () => {
    pictureOnFailure(visit)
    await signUp(page, { email: 'bea@doors.example', password, organization: 'Open House' })
    const organization = new URL(page.url()).pathname.split('/')[1] ?? ''
    // The page looks as if the admins had deleted what is built in.
    const isAdapterList = ({ pathname }: URL) => pathname.endsWith('/adapter/')
    await page.route(isAdapterList, (route) => route.fulfill({ json: [] }))
    await open(`/${organization}/onboard`)
    await page.getByRole('heading', { name: 'Set up your organization' }).waitFor()
    expect(await findFaults('onboard')).toEqual([])
  })
})
