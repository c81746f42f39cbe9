import { type BucketServer, startBucketServer } from '@recto/testkit/bucket-server'
import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, openBrowser } from './testing/open-browser.ts'
import { choose } from './testing/page-actions.ts'
import { type ReachedDatabase, reachDatabase } from './testing/reach-database.ts'
import { signIn } from './testing/sign-in.ts'
import { type Product, startProduct } from './testing/start-product.ts'
import { pictureOnFailure, startVisit, type Visit } from './testing/visit.ts'

const tests = '400 POST /api/v1/recto/recto/test_connectors/'

describe.skipIf(!hasBrowser)('a bucket and a database of one’s own', () => {
  let buckets: BucketServer
  let database: ReachedDatabase
  let product: Product
  let browser: Browser
  let visit: Visit
  let dialog: Locator

  beforeAll(async () => {
    buckets = await startBucketServer(['docs'])
    product = await startProduct()
    database = await reachDatabase(product)
    browser = await openBrowser()
    visit = await startVisit(browser, product)
    await signIn(visit.page, product)
    dialog = visit.page.getByRole('dialog')
    // Two files, in folders whose names are no words of an address.
    for (const name of ['in/M%C3%A4rz%20%F0%9F%A7%BE/invoice.txt', 'in/read%20me.txt']) {
      const put = await fetch(`${buckets.url}/docs/${name}`, { method: 'PUT', body: 'Total 30.00' })
      expect(put.status).toBe(200)
    }
  })
  afterAll(async () => {
    await browser?.close()
    database?.close()
    await product?.stop()
    await buckets?.stop()
  })

  test('there is none at first, and a service is picked among cards', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await page.getByRole('link', { name: 'Connectors', exact: true }).click()
    await page.getByText('No Connector available').waitFor()
    await visit.checkPage()

    await page.getByRole('button', { name: 'New Connector' }).first().click()
    await dialog.getByRole('button', { name: /^S3\/Minio/ }).waitFor()
    await visit.checkPage()
  })

  test('a bucket with a wrong key is not saved, and says what to look at [CN-022]', async () => {
    pictureOnFailure(visit)
    visit.expectRefusal(tests)
    await dialog.getByRole('button', { name: /^S3\/Minio/ }).click()
    await dialog.getByLabel('Key', { exact: true }).fill('NOBODY')
    await dialog.getByLabel('Secret').fill('wrong-secret-1')
    await dialog.getByLabel('Endpoint URL').fill(buckets.url)
    await dialog.getByLabel('Region Name').fill('us-east-1')
    await visit.checkPage()
    await dialog.getByRole('button', { name: 'Test Connection' }).click()

    await dialog.getByText(/Check “Key” and “Secret”/).waitFor()
    expect(await dialog.getByRole('button', { name: 'Submit' }).isEnabled()).toBe(false)
    expect(await dialog.textContent()).not.toContain('wrong-secret-1')
    await visit.checkPage()
  })

  test('mended, it is tested and saved, and its secret is not in the page [CN-025]', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await dialog.getByLabel('Name of the connector').fill('Invoices in')
    await dialog.getByLabel('Key', { exact: true }).fill(buckets.key)
    await dialog.getByLabel('Secret').fill(buckets.secret)
    await dialog.getByRole('button', { name: 'Test Connection' }).click()
    await dialog.getByText('Test connection successful').waitFor()
    await dialog.getByRole('button', { name: 'Submit' }).click()

    await page.getByText('Successfully added connector').waitFor()
    const row = page.getByRole('row', { name: /Invoices in/ })
    await row.waitFor()
    expect(await row.textContent()).toContain('Me')
    expect(await page.content()).not.toContain(`"${buckets.secret}"`)
    await visit.checkPage()
  })

  test('its folders are opened one by one, down to files with size and time [CN-031]', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await page.getByRole('link', { name: 'Invoices in' }).click()
    await page.getByRole('button', { name: 'docs', exact: true }).click()
    await page.getByRole('button', { name: 'in', exact: true }).click()
    await page.getByRole('button', { name: 'März 🧾', exact: true }).click()

    const row = page.getByRole('row', { name: /invoice\.txt/ })
    await row.waitFor()
    expect(await row.getByRole('cell').nth(1).textContent()).toBe('11 bytes')
    expect(await row.getByRole('cell').nth(2).textContent()).toMatch(/\d+:\d\d:\d\d [AP]M/)
    await visit.checkPage()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'invoice.txt' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('invoice.txt')
  })

  test('a database is connected by its parts, and shows its tables and their columns', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await page.getByRole('link', { name: '← Connectors' }).click()
    await page.getByRole('button', { name: 'New Connector' }).click()
    await dialog.getByRole('button', { name: /^PostgreSQL/ }).click()
    await dialog.getByLabel('Name of the connector').fill('Books')
    await visit.checkPage()
    await dialog.getByLabel('Host').fill(database.host)
    await dialog.getByLabel('Port').fill(String(database.port))
    await dialog.getByLabel('Database').fill('recto')
    await dialog.getByLabel('Password').fill('of nobody')
    await visit.checkPage()
    await dialog.getByRole('button', { name: 'Test Connection' }).click()
    await dialog.getByText('Test connection successful').waitFor()
    await dialog.getByRole('button', { name: 'Submit' }).click()
    await page.getByRole('link', { name: 'Books' }).click()
    await page.getByRole('button', { name: /\.connector$/ }).click()

    const column = page.getByRole('row', { name: /^sealed_settings/ })
    await column.waitFor()
    expect(await column.textContent()).toContain('text')
    await visit.checkPage()
  })

  test('a workflow offers what fits its source, and nothing that cannot be used here [CN-013 CN-014 CN-018 CN-019 CN-021]', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await page.getByRole('link', { name: 'Workflows', exact: true }).click()
    await page.getByRole('button', { name: 'New Workflow' }).click()
    await dialog.getByLabel('Name').fill('From a bucket')
    await dialog.getByRole('button', { name: 'Create workflow' }).click()
    await choose(page.getByRole('combobox', { name: 'Where files come from' }), 'File System')
    await page.getByRole('button', { name: 'Configure the source' }).click()
    const configureDialog = page.getByRole('dialog', { name: 'Configure Connector' })
    const menu = configureDialog.getByRole('navigation', { name: 'Available connectors' })
    await menu.waitFor()
    await visit.checkPage()
    const offeredConnectors = await menu.getByRole('button').allTextContents()
    const readBox = async (one: Locator) => (await one.boundingBox()) ?? { x: 0, width: 0 }

    expect(offeredConnectors).toEqual(
      expect.arrayContaining(['Invoices in', 'S3/Minio', 'HTTP(S) File Server']),
    )
    // No folder of this machine is opened, nobody makes the storage of an earlier product, and tables are no files.
    for (const absent of [
      /LocalStorage/,
      /Cloud Storage$/,
      /PostgreSQL/,
      /Books/,
      /Google Drive/,
    ]) {
      expect(
        offeredConnectors.filter((name) => absent.test(name) && !/Google Cloud|Azure/.test(name)),
      ).toEqual([])
    }
    expect((await readBox(configureDialog)).width).toBe(1200)
    const tabs = await readBox(configureDialog.getByRole('tablist'))
    expect((await readBox(menu)).x).toBeLessThan(tabs.x)
  })

  test('a folder that is chosen in the tree is the one that the workflow processes [CN-016 CN-017 CN-031]', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await dialog.getByRole('button', { name: 'Invoices in' }).click()
    await dialog.getByRole('heading', { name: 'Connection Settings' }).waitFor()
    await dialog.getByRole('heading', { name: 'Configuration' }).waitFor()
    await dialog.getByRole('tab', { name: 'File System' }).click()
    await dialog.getByRole('button', { name: 'docs', exact: true }).click()
    await dialog.getByRole('columnheader', { name: 'Modified at' }).waitFor()
    await dialog.getByRole('checkbox', { name: 'Process docs/in' }).check()
    await visit.checkPage()
    await dialog.getByRole('tab', { name: 'Settings' }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()

    await page.getByText('Successfully updated').first().waitFor()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Configure', exact: true }).click()
    await dialog.getByRole('tab', { name: 'File System' }).click()
    await dialog.getByRole('button', { name: 'docs', exact: true }).click()
    const box = dialog.getByRole('checkbox', { name: 'Process docs/in' })
    await box.waitFor()
    expect(await box.isChecked()).toBe(true)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
  })

  test('the bucket stays while the workflow uses it, and the refusal names the workflow', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await page.getByRole('link', { name: 'Connectors', exact: true }).click()
    await page.getByRole('button', { name: 'Delete Invoices in' }).click()
    const refusedResponsePromise = page.waitForResponse(
      (answer) => answer.request().method() === 'DELETE',
    )
    await dialog.getByRole('button', { name: 'Delete' }).click()
    const { pathname } = new URL((await refusedResponsePromise).url())
    visit.expectRefusal(`409 DELETE ${pathname}`)

    await dialog.getByText('“Invoices in” is used by the workflow “From a bucket”.').waitFor()
    await visit.checkPage()
  })

  test('had a browser without complaints all along', () => {
    expect(visit.problems()).toEqual([])
  })
})
