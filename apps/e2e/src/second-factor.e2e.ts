import { createHmac } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, openBrowser } from './testing/open-browser.ts'
import { signIn } from './testing/sign-in.ts'
import { type Product, startProduct } from './testing/start-product.ts'
import { pictureOnFailure, startVisit, type Visit } from './testing/visit.ts'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The code that an authenticator app shows now, computed without the library of the server. */
function codeOf(secret: string): string {
  const bits = [...secret].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0'))
  const key = Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number(`0b${byte}`)))
  const step = Buffer.alloc(8)
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)))
  const digest = createHmac('sha1', key).update(step).digest()
  const number = digest.readUInt32BE((digest.at(-1) ?? 0) & 15) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}

/** Gives the browser a device with a fingerprint reader, on which a finger always lies. */
async function addDevice(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

async function leave(page: Page): Promise<void> {
  await page.goto('/api/v1/logout')
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await page.goto('/api/v1/login')
}

async function enterPassword(page: Page, { admin }: Product): Promise<void> {
  await page.getByLabel('Username').fill(admin.username)
  await page.getByLabel('Password').fill(admin.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByLabel('Code of your authenticator app, or a recovery code').waitFor()
}

const waitUntilInside = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).waitFor({ state: 'attached' })

describe.skipIf(!hasBrowser)('a person with a second factor', () => {
  let product: Product
  let browser: Browser
  let visit: Visit
  let recoveryCode: string

  beforeAll(async () => {
    product = await startProduct()
    browser = await openBrowser()
    // Browsers bind passkeys to host names, so the address must have one.
    const origin = product.origin.replace('127.0.0.1', 'localhost')
    visit = await startVisit(browser, { origin })
    visit.expectRefusal('401 GET /api/v1/session')
    await signIn(visit.page, product)
  })
  afterAll(async () => {
    await browser?.close()
    await product?.stop()
  })

  test('adds an authenticator app and gets recovery codes', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await page.goto('/recto/profile/account')
    await page.getByRole('button', { name: 'Add authenticator app' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add an authenticator app' })
    await dialog.getByLabel('Current password').fill(product.admin.password)
    await dialog.getByRole('button', { name: 'Continue' }).click()
    const secret = (await dialog.locator('code').textContent()) ?? ''
    await visit.checkPage()
    await dialog.getByLabel('Code that the app shows').fill(codeOf(secret))
    await dialog.getByRole('button', { name: 'Add app' }).click()

    const codes = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
    await codes.first().waitFor()
    recoveryCode = (await codes.first().textContent()) ?? ''
    expect(await codes.count()).toBe(10)
    await visit.checkPage()
    await dialog.getByRole('button', { name: 'I have saved the codes' }).click()
    await page.getByText('10 recovery codes are left.').waitFor()
  })

  test('signs in with the password and a recovery code', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await leave(page)
    await enterPassword(page, product)
    await visit.checkPage()
    const field = page.getByLabel('Code of your authenticator app, or a recovery code')
    await field.fill('000000')
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByRole('alert').waitFor()

    await field.fill(recoveryCode)
    await page.getByRole('button', { name: 'Confirm' }).click()
    await waitUntilInside(page)
    await page.goto('/recto/profile/account')
    await page.getByText('9 recovery codes are left.').waitFor()
  })

  test('adds a passkey, and signs in with it instead of the password', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await addDevice(page)
    await page.getByRole('button', { name: 'Add passkey' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
    await dialog.getByLabel('Name').fill('Laptop')
    await dialog.getByLabel('Current password').fill(product.admin.password)
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('Passkey “Laptop”, not used yet').waitFor()
    await visit.checkPage()

    await leave(page)
    await page.getByRole('link', { name: 'Sign in with a passkey' }).click()
    await page.getByRole('button', { name: 'Use a passkey' }).waitFor()
    await visit.checkPage()
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await waitUntilInside(page)
  })

  test('signs in with the passkey after the password', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await leave(page)
    await enterPassword(page, product)
    await page.getByRole('link', { name: 'Use a passkey instead' }).click()
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await waitUntilInside(page)
  })

  test('removes the passkey', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await page.goto('/recto/profile/account')
    await page.getByRole('button', { name: 'Remove passkey Laptop' }).click()
    const dialog = page.getByRole('dialog', { name: 'Remove passkey “Laptop”' })
    await dialog.getByLabel('Current password').fill(product.admin.password)
    await dialog.getByRole('button', { name: 'Remove' }).click()

    await page.getByText('Passkey removed').waitFor()
    await page.getByText('Passkey “Laptop”').waitFor({ state: 'hidden' })
  })

  test('had a browser without complaints all along', () => {
    expect(visit.problems()).toEqual([])
  })
})
