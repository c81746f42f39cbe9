import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { lookAt } from './testing/look-at.ts'
import { hasBrowser, openBrowser } from './testing/open-browser.ts'
import { choose, chooseAction } from './testing/page-actions.ts'
import { signIn } from './testing/sign-in.ts'
import { type Product, startProduct } from './testing/start-product.ts'
import { pictureOnFailure, startVisit, type Visit } from './testing/visit.ts'

/** Notes at every frame how high each card is, for as long as the page is there and as wide as now. */
const watchHeights = `(() => {
  const heights = new Map()
  globalThis.cardHeights = heights
  const width = innerWidth
  const look = () => {
    if (innerWidth === width) {
      for (const card of document.querySelectorAll('article[aria-label]')) {
        const name = card.getAttribute('aria-label')
        const [least, most] = heights.get(name) ?? [Infinity, 0]
        heights.set(name, [Math.min(least, card.offsetHeight), Math.max(most, card.offsetHeight)])
      }
    }
    requestAnimationFrame(look)
  }
  look()
})()`

/** The cards that were of more than one height. */
const movedCards = `[...globalThis.cardHeights]
  .filter(([, [least, most]]) => most - least > 2)
  .map(([name, [least, most]]) => name + ': ' + least + ' to ' + most + ' px')`

/** What the other stories pass by: each is opened, looked through by axe, and left again. */
describe.skipIf(!hasBrowser)('every window of the studio', () => {
  let product: Product
  let browser: Browser
  let visit: Visit

  beforeAll(async () => {
    product = await startProduct()
    browser = await openBrowser()
    visit = await startVisit(browser, product)
    await signIn(visit.page, product)
    await visit.page.goto('/recto/tools')
    await card('Invoices (sample)').waitFor()
  })
  afterAll(async () => {
    await browser?.close()
    await product?.stop()
  })

  // A window that a failed test left open would stand before the next one.
  beforeEach(async () => {
    await visit.page.setViewportSize({ width: 1440, height: 900 })
    await visit.page.reload()
  })

  const card = (name: string) => visit.page.getByRole('link', { name, exact: true })
  const prompt = (key: string) => visit.page.getByRole('article', { name: key, exact: true })
  const dialog = () => visit.page.getByRole('dialog')
  const button = (name: string) => visit.page.getByRole('button', { name, exact: true })
  const close = async () => {
    await dialog().last().getByRole('button', { name: 'Close' }).last().click()
    await dialog().last().waitFor({ state: 'hidden' })
  }
  const leave = async () => {
    await dialog().last().getByRole('button', { name: 'Cancel' }).click()
    await dialog().last().waitFor({ state: 'hidden' })
  }

  test('of the list: edit, share, delete, and nothing found', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await button('Edit Invoices (sample)').click()
    await dialog().getByLabel('Project name').waitFor()
    await lookAt(visit, 's01-edit')
    await leave()
    await button('Share Invoices (sample)').click()
    await dialog().getByText('Owners', { exact: true }).waitFor()
    await lookAt(visit, 's02-share')
    await leave()
    await button('Delete Invoices (sample)').click()
    await dialog().getByRole('button', { name: 'Delete' }).waitFor()
    await lookAt(visit, 's03-delete')
    await leave()
    await page.getByLabel('Search projects').fill('no such project')
    await card('Invoices (sample)').waitFor({ state: 'detached' })
    await lookAt(visit, 's04-nothing-found')
    await page.getByLabel('Search projects').fill('')
    await card('Invoices (sample)').click()
    await prompt('invoice_number').waitFor()
  })

  test('of the settings: each panel, and a text that is not saved', async () => {
    pictureOnFailure(visit)
    await button('Settings').click()
    const panels = [
      'SummarizedExtraction',
      'LLMChallenge',
      'Highlighting',
      'Embedded Data',
      'Prompt Order',
      'Masking',
      'Hidden Text',
      'Layouts',
      'Checks',
      'Grammar',
      'Preamble',
    ]
    for (const [index, panel] of panels.entries()) {
      await dialog().getByRole('menuitem', { name: panel }).click()
      await dialog().getByRole('heading', { level: 3 }).waitFor()
      await lookAt(visit, `s05-${index}-${panel.replace(' ', '-')}`)
    }
    await dialog().getByLabel('Preamble', { exact: true }).fill('Read with care.')
    await dialog()
      .getByText(/Not saved yet/)
      .waitFor()
    await lookAt(visit, 's06-unsaved')
    await dialog().getByRole('button', { name: 'Discard' }).click()
    await close()
  })

  test('of a run: no card moves while it waits, goes on and ends', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await prompt('invoice_number').getByText('20260388').waitFor()
    // The values of the cards below may come later.
    await prompt('total')
      .getByText(/^7,?292\.88/)
      .waitFor()
    await page.evaluate(watchHeights)
    const gate = Promise.withResolvers<void>()
    await page.route(/\/runs\/$/, async (route) => {
      if (route.request().method() === 'POST') await gate.promise
      await route.continue()
    })
    await page.getByRole('button', { name: /Run all$/ }).click()
    await prompt('invoice_number').getByText('Queued').waitFor()
    await lookAt(visit, 's06-waiting')
    gate.resolve()
    await page.getByRole('button', { name: /Run all$/ }).waitFor({ timeout: 60_000 })
    await page.unrouteAll()
    expect(await page.evaluate<readonly string[]>(movedCards)).toEqual([])
  })

  test('of a table: its settings, beside a note', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await prompt('currency').scrollIntoViewIfNeeded()
    await choose(page.getByRole('combobox', { name: 'Type of currency' }), 'table')
    await button('Table extraction settings for currency').click()
    await dialog().getByLabel('Start page').waitFor()
    await lookAt(visit, 's13-table')
    await leave()
    const notes = page.getByRole('article')
    const initialNoteCount = await notes.count()
    await page.getByRole('button', { name: /\bNotes$/ }).click()
    await expect.poll(() => notes.count()).toBe(initialNoteCount + 1)
    await page.keyboard.press('Escape')
    await lookAt(visit, 's14-note')
  })

  test('of the order: a window for those who do not drag', async () => {
    pictureOnFailure(visit)
    await visit.page.getByRole('button', { name: /Reorder prompts$/ }).click()
    await dialog().getByRole('button', { name: 'Move total up' }).waitFor()
    await lookAt(visit, 's15-order')
    await close()
  })

  test('of a document: its text, all its values, and the question before it goes', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await page.getByRole('tab', { name: 'Raw View' }).click()
    await page.locator('pre').first().waitFor()
    await lookAt(visit, 's16-raw')
    await page.getByRole('tab', { name: 'PDF View' }).click()
    await page.getByRole('tab', { name: 'Combined Output' }).click()
    await page.getByRole('region', { name: 'Combined output' }).waitFor()
    await lookAt(visit, 's17-combined')
    await page.getByRole('tab', { name: 'Document Parser' }).click()
    await button('Manage Documents').click()
    await dialog().getByText('✓ Indexed').or(dialog().getByText('Not Indexed')).first().waitFor()
    await dialog()
      .getByLabel('Files to upload')
      .setInputFiles({
        name: 'invoice-20260388.pdf',
        mimeType: 'application/pdf',
        buffer: Buffer.from('%PDF-1.7'),
      })
    await page.getByText('File name already exists').first().waitFor()
    await lookAt(visit, 's18-refused-upload')
    await dialog()
      .getByRole('button', { name: /^Delete / })
      .first()
      .click()
    await dialog().last().getByRole('button', { name: 'Cancel' }).waitFor()
    await lookAt(visit, 's19-delete-document')
    await dialog().last().getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(() => dialog().count()).toBe(1)
    await close()
  })

  test('of the whole project: another file’s prompts, the palette and the keys', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await chooseAction(page, 'Replace prompts')
    await dialog().getByLabel('Project file').waitFor({ state: 'attached' })
    await lookAt(visit, 's20-replace')
    await leave()
    await page.keyboard.press('Control+k')
    await page.getByRole('option').first().waitFor()
    await lookAt(visit, 's21-palette')
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'hidden' })
    await page.keyboard.press('?')
    await dialog().getByText('Add prompt').waitFor()
    await lookAt(visit, 's22-keys')
    await close()
  })

  test('in a single pass, under way and done', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await button('Settings').click()
    await dialog().getByRole('switch', { name: 'SinglePass Extraction' }).click()
    await close()
    await page.getByRole('button', { name: /Run single pass$/ }).click()
    await page.getByRole('button', { name: /Run single pass$/ }).waitFor({ timeout: 60_000 })
    await lookAt(visit, 's24-single-pass')
  })

  test('of a project that is not there, and of one without anything', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    const unknownId = '00000000-0000-4000-8000-000000000000'
    for (const path of [
      `${unknownId}/`,
      `prompt-studio-profile/${unknownId}/`,
      'prompt-document/',
    ]) {
      visit.expectRefusal(`404 GET /api/v1/recto/recto/prompt-studio/${path}`)
    }
    await page.goto(`/recto/tools/${unknownId}`)
    await page.getByRole('alert').first().waitFor()
    await card('Invoices (sample)').waitFor()
    await lookAt(visit, 's25-not-there')
    await page.goto('/recto/tools')
    await page
      .getByRole('button', { name: /New Project$/ })
      .first()
      .click()
    await dialog().getByRole('button', { name: 'Create project' }).click()
    await dialog().getByText('Please enter project name').waitFor()
    await lookAt(visit, 's26-refused-form')
    await dialog().getByLabel('Project name').fill('Nothing yet')
    await dialog().getByLabel('Description').fill('To be filled')
    await button('Create project').click()
    await page.getByRole('heading', { name: 'Nothing yet' }).waitFor()
    await button('Output Analyzer').click()
    await page.getByRole('link', { name: 'Back to project' }).first().waitFor()
    await lookAt(visit, 's27-empty-analyzer')
  })

  test('had a browser without complaints all along', () => {
    expect(visit.problems()).toEqual([])
  })
})
