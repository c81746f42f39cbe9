/**
 * A person with nothing but a keyboard checks twenty fields on each of three documents in the table of the studio. Two
 * values of each document are wrong. Every key is counted but those of the values themselves. With a number of documents
 * as `RECTO_COUNT_ACTIONS`, the same is done in the cards with a mouse as well, and both are reported.
 */
import process from 'node:process'
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askAs } from './testing/ask-as.ts'
import {
  fieldCount,
  isMisread,
  misreadNote,
  printNote,
  rightValue,
} from './testing/delivery-notes.ts'
import { lookAt } from './testing/look-at.ts'
import { hasBrowser } from './testing/open-browser.ts'
import { openToolStory, type ToolStory } from './testing/open-story.ts'
import { pictureOnFailure, type Visit } from './testing/visit.ts'

const countedDocuments = Number(process.env.RECTO_COUNT_ACTIONS ?? 0)
const documentCount = countedDocuments || 3
/** One key per field, one more to save each of two corrections, and one to go to the next document. */
const maxKeysPerDocument = fieldCount + 3
/** The part of the window in which a person sees a card. */
const top = 130
const bottom = 840

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
const keyOf = (field: number) => `part_${field}`

describe.skipIf(!hasBrowser)('twenty fields of several documents in the studio', () => {
  let story: ToolStory
  let visit: Visit
  const documentIds: string[] = []

  beforeAll(async () => {
    const prompts = Object.fromEntries(
      numbers(fieldCount).map((field) => [keyOf(field), `What is the number of piece ${field}?`]),
    )
    story = await openToolStory({ reply: misreadNote, name: 'Delivery notes', prompts })
    visit = story.visit
    await fillProject()
  })
  afterAll(() => story?.close())

  /** Uploads the documents and runs everything on each. */
  async function fillProject() {
    const { ask, post } = await askAs(visit.page)
    const { projectId } = story
    const [sample] = await ask(`prompt-studio/prompt-document/?tool_id=${projectId}`)
    await ask(`prompt-studio/file/${projectId}`, {
      method: 'DELETE',
      data: { document_id: sample.document_id },
    })
    const { prompts, default_profile } = await ask(`prompt-studio/${projectId}/`)
    const prompt_ids = prompts.map((prompt: { prompt_id: string }) => prompt.prompt_id)
    for (const document of numbers(documentCount)) {
      const name = `note-${String(document).padStart(2, '0')}.txt`
      const file = { name, mimeType: 'text/plain', buffer: Buffer.from(printNote(document)) }
      const { data } = await ask(`prompt-studio/file/${projectId}`, {
        method: 'POST',
        multipart: { file },
      })
      documentIds.push(data[0].document_id)
      await post(`prompt-studio/bulk_fetch_response/${projectId}`, {
        prompt_ids,
        document_id: data[0].document_id,
        profile_manager: default_profile,
      })
    }
  }

  const rows = () => visit.page.locator('tr[data-slot]')
  const selectedRow = () => visit.page.locator('tr[data-slot][aria-selected="true"]')
  const documentName = () => visit.page.locator('.document-bar').textContent()
  const open = async (view: 'cards' | 'table') => {
    const address = `/recto/tools/${story.projectId}?fields=${view}&document=${documentIds[0]}`
    await visit.page.goto(address)
    await visit.page.getByText(rightValue(1, 1), { exact: true }).first().waitFor()
  }

  /** Checks the selected field, and returns the number of keys. */
  async function checkField(document: number, field: number): Promise<number> {
    const { keyboard } = visit.page
    await expect.poll(() => selectedRow().locator('th').textContent()).toBe(keyOf(field))
    if (!isMisread(document, field)) {
      await keyboard.press('y')
      return 1
    }
    await keyboard.press('e')
    await keyboard.insertText(rightValue(document, field))
    await keyboard.press('Enter')
    return 2
  }

  async function checkDocument(document: number): Promise<number> {
    await selectedRow()
      .getByText(/^[PQ]\d/)
      .first()
      .waitFor()
    let keys = 0
    for (const field of numbers(fieldCount)) keys += await checkField(document, field)
    await expect
      .poll(() =>
        visit.page
          .locator('.field-mark')
          .getByText(/Correct|Wrong/)
          .count(),
      )
      .toBe(fieldCount)
    if (document < documentCount) {
      await visit.page.keyboard.press('ArrowRight')
      keys += 1
      const name = `note-${String(document + 1).padStart(2, '0')}`
      await expect.poll(documentName).toContain(name)
    }
    return keys
  }

  test('twenty rows, the document and the header fit in a window of 1440 × 900', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await open('table')
    await expect.poll(() => rows().count()).toBe(fieldCount)
    await lookAt(visit, 't01-table')
    const hiddenPixels = await page.evaluate<number>(
      `(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)(document.querySelector('.field-frame'))`,
    )
    expect(hiddenPixels).toBe(0)
    const heights = await rows().evaluateAll((all) =>
      all.map((row) => row.getBoundingClientRect().height),
    )
    expect(new Set(heights)).toEqual(new Set([32]))
  })

  test('everything is checked by keys alone', async () => {
    pictureOnFailure(visit)
    await open('table')
    await rows().first().focus()
    const counts: number[] = []
    const since = performance.now()
    for (const document of numbers(documentCount)) counts.push(await checkDocument(document))
    const seconds = (performance.now() - since) / 1000
    expect(Math.max(...counts)).toBeLessThanOrEqual(maxKeysPerDocument)
    console.info(`Table: ${total(counts)} keys, ${seconds.toFixed(1)} s of the machine.`)
    await lookAt(visit, 't02-checked')
    const { ask } = await askAs(visit.page)
    const expectedValues = await ask(`prompt-studio/${story.projectId}/truths/`)
    const { prompts } = await ask(`prompt-studio/${story.projectId}/`)
    const keys = new Map(
      prompts.map((prompt: { prompt_id: string; prompt_key: string }) => [
        prompt.prompt_id,
        prompt.prompt_key,
      ]),
    )
    const storedValues = expectedValues.map(
      (one: { prompt_id: string; document_id: string; value: string }) => [
        documentIds.indexOf(one.document_id) + 1,
        keys.get(one.prompt_id),
        one.value,
      ],
    )
    const rightValues = numbers(documentCount).flatMap((document) =>
      numbers(fieldCount).map((field) => [document, keyOf(field), rightValue(document, field)]),
    )
    expect(storedValues.map(String).toSorted()).toEqual(rightValues.map(String).toSorted())
  })

  test('the prompt is edited below its row, the filters count, and the keys are listed', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await open('table')
    await rows().nth(3).focus()
    await page.keyboard.press('Space')
    await page.locator('.band[data-picked="true"]').waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'Prompt for part_4' }).waitFor()
    await lookAt(visit, 't03-detail')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await page.keyboard.press('f')
    for (const _ of [1, 2, 3]) await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await page.getByText('No fields match “Not found”.').waitFor()
    await lookAt(visit, 't04-filtered')
    await page.getByRole('button', { name: 'Show all fields' }).click()
    await rows().first().waitFor()
    await page.keyboard.press('?')
    await page.getByRole('dialog').getByText('Mark the value as correct').waitFor()
    await lookAt(visit, 't05-keys')
    await page.keyboard.press('Escape')
  })

  test('all documents are one table, in which each wrong value is a click from its page', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await page.goto(`/recto/tools/${story.projectId}/outputAnalyzer?view=documents`)
    const cells = page.locator('td[data-field]')
    const wrongCells = page.locator('td[data-state="wrong"]')
    await expect.poll(() => wrongCells.count()).toBeGreaterThan(0)
    await cells.first().focus()
    await lookAt(visit, 't06-documents')
    await page.keyboard.press('End')
    await page.keyboard.press('ArrowDown')
    const lastField = page.getByRole('region', { name: `${keyOf(fieldCount)} in note-02.txt` })
    await lastField.waitFor()
    await expect
      .poll(() => page.evaluate(`document.activeElement.dataset.field !== undefined`))
      .toBe(true)
    await page.keyboard.press('Home')
    await page.locator('.band[data-picked="true"]').waitFor()
    await wrongCells.first().click()
    await page.getByText(/^Expected: /).waitFor()
    await lookAt(visit, 't07-document-of-a-cell')
    await page.keyboard.press('Escape')
    await page.locator('.document-detail').waitFor({ state: 'detached' })
  })

  /** Does in the cards what the keys do in the table, and counts what a person has to do. */
  function useMouse() {
    const { page } = visit
    const counts = { clicks: 0, keys: 0, scrolls: 0 }
    const dialog = page.getByRole('dialog')
    const card = (field: number) => page.getByRole('article', { name: keyOf(field), exact: true })
    async function click(target: Locator) {
      await target.click()
      counts.clicks += 1
    }
    async function reach(field: number) {
      const box = await card(field).boundingBox()
      if (box && box.y >= top && box.y + box.height <= bottom) return
      await card(field).evaluate((element) => element.scrollIntoView({ block: 'start' }))
      counts.scrolls += 1
    }
    async function correct(document: number, field: number) {
      await click(card(field).getByRole('button', { name: /^Expected value for/ }))
      await dialog.getByRole('textbox').press('Control+a')
      counts.keys += 1
      await page.keyboard.insertText(rightValue(document, field))
      await click(dialog.getByRole('button', { name: 'Save' }))
      await dialog.waitFor({ state: 'hidden' })
    }
    async function check(document: number, field: number) {
      await reach(field)
      if (isMisread(document, field)) await correct(document, field)
      else await click(card(field).getByRole('button', { name: /^Mark .* as correct$/ }))
    }
    return { counts, click, check }
  }

  const testIfCounting = countedDocuments > 0 ? test : undefined

  testIfCounting?.('the same in the cards, with a mouse', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    const { ask } = await askAs(page)
    const path = `prompt-studio/${story.projectId}/truths/`
    for (const { prompt_id, document_id } of await ask(path)) {
      await ask(path, { method: 'DELETE', data: { prompt_id, document_id } })
    }
    await open('cards')
    const { counts, click, check } = useMouse()
    const since = performance.now()
    for (const document of numbers(documentCount)) {
      for (const field of numbers(fieldCount)) await check(document, field)
      if (document === documentCount) break
      await click(page.getByRole('button', { name: 'Next document' }))
      await page
        .getByText(rightValue(document + 1, 1), { exact: true })
        .first()
        .waitFor()
    }
    const seconds = (performance.now() - since) / 1000
    console.info(`Cards: ${JSON.stringify(counts)}, ${seconds.toFixed(1)} s of the machine.`)
  })

  test('the browser had nothing to complain about', () => {
    expect(visit.problems()).toEqual([])
  })
})

const total = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0)
