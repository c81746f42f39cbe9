/**
 * The way of a project on documents that somebody really got: `RECTO_E2E_DOCUMENTS` names a folder of PDFs, of which
 * the first three are taken, or those of `RECTO_E2E_NAMES`, divided by commas. Without it there is nothing to do.
 */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lookAt } from './testing/look-at.ts'
import { hasBrowser, openBrowser } from './testing/open-browser.ts'
import { choose, chooseAction } from './testing/page-actions.ts'
import { signIn } from './testing/sign-in.ts'
import { type Product, startProduct } from './testing/start-product.ts'
import { pictureOnFailure, startVisit, type Visit } from './testing/visit.ts'

const folder = process.env.RECTO_E2E_DOCUMENTS

describe.skipIf(!hasBrowser || !folder)('a project of three documents of somebody’s own', () => {
  let product: Product
  let browser: Browser
  let visit: Visit
  let files: readonly string[]

  beforeAll(async () => {
    const requestedNames = process.env.RECTO_E2E_NAMES?.split(',')
    const all = (await readdir(folder ?? '.')).filter((name) => name.endsWith('.pdf')).sort()
    files = requestedNames ?? all.slice(0, 3)
    product = await startProduct()
    browser = await openBrowser()
    visit = await startVisit(browser, product)
    await signIn(visit.page, product)
  })
  afterAll(async () => {
    await browser?.close()
    await product?.stop()
  })

  const dialog = () => visit.page.getByRole('dialog')
  const close = () => dialog().getByRole('button', { name: 'Close' }).last().click()
  const button = (name: string) => visit.page.getByRole('button', { name, exact: true })
  const ending = (words: RegExp) => visit.page.getByRole('button', { name: words })
  const keys = async () => {
    const cards = visit.page.getByRole('article')
    await cards.first().waitFor()
    return cards.evaluateAll((cardElements) =>
      cardElements.map((card) => card.getAttribute('aria-label') ?? ''),
    )
  }

  test('is created, given its documents and asked what they suggest', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await page.goto('/recto/tools')
    await ending(/New Project$/)
      .first()
      .click()
    await dialog().getByLabel('Project name').fill('Real invoices')
    await dialog().getByLabel('Description').fill('What we are asked to pay')
    await button('Create project').click()
    await page.getByRole('heading', { name: 'Real invoices' }).waitFor()
    await button('Manage Documents').click()
    const uploads = files.map(async (name) => ({
      name,
      mimeType: 'application/pdf',
      buffer: await readFile(join(folder ?? '', name)),
    }))
    await dialog()
      .getByLabel('Files to upload')
      .setInputFiles(await Promise.all(uploads))
    for (const name of files) await dialog().getByRole('radio', { name }).waitFor()
    await close()
    await page.getByRole('region', { name: `Pages of ${files[0]}` }).waitFor()
    await lookAt(visit, 'r01-documents')
    await ending(/Suggest fields$/)
      .first()
      .click()
    await dialog().getByRole('listitem').first().waitFor()
    await lookAt(visit, 'r02-proposed')
    await dialog()
      .getByRole('button', { name: /^Accept and run all \d+$/ })
      .click()
    await dialog().waitFor({ state: 'hidden' })
    await page.getByRole('article').first().waitFor()
    await ending(/Run all$/).waitFor({ timeout: 100_000 })
    expect((await keys()).length).toBeGreaterThan(0)
  })

  test('is run under two profiles on all documents, and compared', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await button('Settings').click()
    await dialog()
      .getByRole('button', { name: /Add New LLM Profile$/ })
      .click()
    await dialog().getByLabel('Chunk size').fill('256')
    await dialog().getByLabel('Overlap').fill('32')
    await dialog().getByLabel('Name', { exact: true }).fill('In chunks')
    await dialog().getByRole('button', { name: 'Save' }).click()
    await dialog()
      .getByRole('row', { name: /In chunks/ })
      .waitFor()
    await close()
    await button('More run options').click()
    await page.getByRole('menuitem', { name: /^On all 3 documents/ }).click()
    await dialog().getByText('Total').waitFor()
    await lookAt(visit, 'r03-estimate')
    await dialog()
      .getByRole('button', { name: /^Run \d+ values$/ })
      .click()
    await ending(/Run all$/).waitFor({ timeout: 100_000 })
    await lookAt(visit, 'r04-values')
    await chooseAction(visit.page, 'Compare runs')
    await dialog().getByRole('table').waitFor()
    await lookAt(visit, 'r05-replayed')
    await close()
    await button('Output Analyzer').click()
    await page.getByRole('tab', { name: 'All documents' }).click()
    await page.getByRole('row', { name: new RegExp(files[1] ?? '') }).waitFor()
    await lookAt(visit, 'r06-all-documents')
    await page.getByRole('tab', { name: 'LLM profiles' }).click()
    await page.getByText(/the profiles/).waitFor()
    await lookAt(visit, 'r07-profiles')
    await page.getByRole('link', { name: 'Back to project' }).click()
  })

  test('shows where a value stands, knows what is right and scores it', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await keys()
    const shownLocator = page.getByRole('button', { name: /^p\.\d+ shows / }).first()
    await shownLocator.click()
    await page.locator('.band[data-picked="true"]').first().waitFor()
    await lookAt(visit, 'r08-evidence')
    // What the chip says lies over what is below it.
    await page.mouse.move(0, 0)
    const mark = page.getByRole('button', { name: /^Mark .* as correct$/ }).first()
    await mark.click()
    await page.getByText('Correct', { exact: true }).first().waitFor()
    await chooseAction(visit.page, 'Scores')
    await dialog().getByText('Compared with 1 expected value.').waitFor()
    await lookAt(visit, 'r09-scores')
    await close()
  })

  test('shows a cell of a table on the page', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    const initialKeyCount = (await keys()).length
    await page.getByRole('button', { name: /\bPrompt$/ }).click()
    await expect.poll(async () => (await keys()).length).toBe(initialKeyCount + 1)
    await page.locator(':focus[aria-label^="Key for"]').fill('items')
    await page.keyboard.press('Enter')
    const card = page.getByRole('article', { name: 'items', exact: true })
    await card.getByLabel('Prompt for items').fill('Which items are charged, line by line?')
    await choose(card.getByRole('combobox', { name: 'Type of items' }), 'table')
    await card.getByRole('button', { name: 'Run items', exact: true }).click()
    const cell = card.getByRole('button', { name: /^Show items.*in the document/ }).first()
    await cell.waitFor({ timeout: 60_000 })
    await cell.click()
    await page.locator('.band[data-picked="true"]').first().waitFor()
    await lookAt(visit, 'r10-cell')
  })

  test('becomes a tool, an API and a link that somebody signed out reads', async () => {
    pictureOnFailure(visit)
    await ending(/Deploy as API$/).click()
    await dialog().getByRole('button', { name: 'Deploy', exact: true }).click()
    const anyway = dialog().getByRole('button', { name: 'Deploy anyway' })
    const done = visit.page.getByText('Real invoices is deployed as an API')
    await anyway.or(done).first().waitFor()
    if (await anyway.isVisible()) {
      const path = `/api/v1/recto/recto/prompt-studio/export/${new URL(visit.page.url()).pathname.split('/').at(-1)}/`
      visit.expectRefusal(`500 POST ${path}`)
      await anyway.click()
    }
    await done.waitFor()
    await lookAt(visit, 'r11-deployed')
    await close()
    await chooseAction(visit.page, 'Public link')
    await dialog().getByRole('button', { name: 'Share', exact: true }).click()
    const link = await dialog().getByLabel('Public link').inputValue()
    await close()

    const stranger = await startVisit(browser, product)
    stranger.expectRefusal('401 GET /api/v1/session')
    await stranger.page.goto(new URL(link).pathname)
    await stranger.page.getByRole('heading', { name: 'Real invoices' }).waitFor()
    await stranger.page.getByRole('region', { name: /^Pages of/ }).waitFor()
    await lookAt(stranger, 'r12-stranger')
    expect(stranger.problems()).toEqual([])
    await stranger.close()
  })

  test('had a browser without complaints all along', () => {
    expect(visit.problems()).toEqual([])
  })
})
