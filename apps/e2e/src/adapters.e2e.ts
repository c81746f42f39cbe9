import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from './testing/open-browser.ts'
import { openStory, type Story } from './testing/open-story.ts'
import { choose } from './testing/page-actions.ts'
import { pictureOnFailure, type Visit } from './testing/visit.ts'

describe.skipIf(!hasBrowser)('a language model of one’s own', () => {
  let story: Story
  let visit: Visit
  let dialog: Locator

  beforeAll(async () => {
    story = await openStory({ apiKey: 'sk-mine' })
    visit = story.visit
    dialog = visit.page.getByRole('dialog')
  })
  afterAll(() => story?.close())

  test('is picked among the services', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await page.getByRole('link', { name: 'LLMs' }).click()
    await page.getByRole('row', { name: /Built-in extractor/ }).waitFor()
    await visit.checkPage()

    await page.getByRole('button', { name: /New LLM/ }).click()
    await dialog.getByRole('button', { name: /OpenAI Compatible/ }).waitFor()
    await visit.checkPage()

    await dialog.getByRole('button', { name: /OpenAI Compatible/ }).click()
    await dialog.getByLabel('API Base').waitFor()
    await visit.checkPage()
  })

  test('cannot be saved before its server has accepted the settings', async () => {
    pictureOnFailure(visit)
    visit.expectRefusal('400 POST /api/v1/recto/recto/test_adapters/')
    const submit = dialog.getByRole('button', { name: 'Submit' })
    expect(await submit.isEnabled()).toBe(false)

    await dialog.getByLabel('Name').fill('House model')
    await dialog.getByLabel('API Base').fill(`${story.model.url}/v1`)
    await dialog.getByLabel('Model').fill('canned')
    await dialog.getByLabel('API Key').fill('sk-wrong')
    await dialog.getByRole('button', { name: 'Test Connection' }).click()

    const alert = dialog.getByRole('alert')
    await alert.waitFor()
    expect(await alert.textContent()).toMatch(/key/i)
    expect(await alert.textContent()).not.toContain('sk-wrong')
    expect(await submit.isEnabled()).toBe(false)
    await visit.checkPage()

    await dialog.getByLabel('API Key').fill('sk-mine')
    await dialog.getByRole('button', { name: 'Test Connection' }).click()

    await dialog.getByText('Test connection successful').waitFor()
    expect(await submit.isEnabled()).toBe(true)
  })

  test('is in the list once it is saved, and its key is not in the page', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await dialog.getByRole('button', { name: 'Submit' }).click()

    const row = page.getByRole('row', { name: /House model/ })
    await row.waitFor()
    expect(await row.textContent()).toContain('canned')
    await visit.checkPage()

    await page.getByRole('button', { name: 'Edit House model' }).click()
    await dialog.getByLabel('API Base').waitFor()
    expect(await dialog.getByLabel('API Key').inputValue()).not.toContain('sk-mine')
    expect(await page.content()).not.toContain('sk-mine')
  })

  test('is made the default, and stays it', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await dialog.getByRole('button', { name: 'Close' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('link', { name: 'Platform' }).click()
    await page.getByRole('link', { name: /^Default Triad/ }).click()
    const slot = page.getByRole('combobox', { name: 'LLM', exact: true })
    await slot.waitFor()
    await visit.checkPage()

    await choose(slot, 'House model')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Default triad setting saved successfully').waitFor()
    await page.reload()

    await page.locator('.triad-slot').first().getByTitle('House model').waitFor()
    await visit.checkPage()
  })

  test('had a browser without complaints all along', () => {
    expect(visit.problems()).toEqual([])
  })
})
