import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lookAt } from './testing/look-at.ts'
import { hasBrowser, openBrowser } from './testing/open-browser.ts'
import { signIn } from './testing/sign-in.ts'
import { type Product, startPreparedProduct } from './testing/start-product.ts'
import { pictureOnFailure, startVisit, type Visit } from './testing/visit.ts'

const base = '400 POST /api/v1/recto/recto/lookup-tables'

describe.skipIf(!hasBrowser)('suppliers that another program knows', () => {
  let service: Server
  let serviceUrl: string
  let suppliers: unknown
  let product: Product
  let browser: Browser
  let visit: Visit
  let dialog: Locator

  beforeAll(async () => {
    service = createServer((_, response) => response.end(JSON.stringify(suppliers)))
    service.listen(0, '127.0.0.1')
    await once(service, 'listening')
    serviceUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}/suppliers`
    product = await startPreparedProduct({ RECTO_INNER_ADDRESSES: 'on' })
    browser = await openBrowser()
    visit = await startVisit(browser, product)
    await signIn(visit.page, product)
    dialog = visit.page.getByRole('dialog')
  })
  afterAll(async () => {
    await browser?.close()
    await product?.stop()
    service?.close()
  })

  test('a table is made from an address, after a look at its first rows', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    suppliers = { data: [{ Number: 7001, Name: 'Harbour Joinery Ltd.', City: 'Bristol' }] }
    await page.getByRole('link', { name: 'Lookup tables', exact: true }).click()
    await page.getByRole('button', { name: 'New lookup table' }).first().click()
    await dialog.getByLabel('Name', { exact: true }).fill('Suppliers')
    await dialog.getByText('Database', { exact: true }).click()
    await dialog.getByText('A query', { exact: true }).click()
    await lookAt(visit, 'lookup-source-database')
    await dialog.getByText('Web address', { exact: true }).click()
    await dialog.getByRole('textbox', { name: 'Address' }).fill(serviceUrl)
    visit.expectRefusal(`${base}/source-preview/`)
    await dialog.getByRole('button', { name: 'Show first rows' }).click()
    await dialog.getByText('The reply is not a list').waitFor()
    await dialog.getByLabel('Path to the list').fill('data')
    await dialog.getByRole('button', { name: 'Show first rows' }).click()
    await dialog.getByRole('cell', { name: 'Harbour Joinery Ltd.' }).waitFor()
    await lookAt(visit, 'lookup-source-preview')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await page.getByText(/The last refresh .* made version 1/).waitFor()
    await lookAt(visit, 'lookup-source-table')
  })

  test('a refresh that fails says why and leaves the rows, and the next one replaces them', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    const refresh = page.getByRole('button', { name: 'Refresh now' })
    suppliers = { data: [{ Number: 7001, Name: 'Harbour Joinery Ltd.' }] }
    await refresh.click()
    await page.getByText('the column “City” is missing').waitFor()
    expect(await page.getByRole('cell', { name: 'Bristol' }).count()).toBe(1)
    await lookAt(visit, 'lookup-source-failed')
    suppliers = { data: [{ Number: 7001, Name: 'Harbour Joinery Ltd.', City: 'Cardiff' }] }
    await refresh.click()
    await page.getByRole('cell', { name: 'Cardiff' }).waitFor()
    await page.getByText(/made version 2/).waitFor()
  })

  test('the source is changed, with its schedule, and removed', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await page.getByRole('button', { name: 'Change source' }).click()
    await dialog.getByRole('combobox', { name: 'Frequency' }).click()
    await page.getByTitle('Every day', { exact: true }).click()
    await dialog.getByText(/Next runs/).waitFor()
    await lookAt(visit, 'lookup-source-schedule')
    await dialog.getByRole('button', { name: 'Save and refresh' }).click()
    await page.getByText('found the same rows').waitFor()
    await page.getByText(/Next refresh:/).waitFor()
    await page.getByRole('button', { name: 'Remove source' }).click()
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await page.getByText('Uploaded files').waitFor()
    expect(await page.getByRole('cell', { name: 'Cardiff' }).count()).toBe(1)
    await lookAt(visit, 'lookup-source-removed')
  })
})
