/**
 * A reviewer with nothing but a keyboard corrects two of twenty values on each of ten documents. Every key is counted but
 * those of the values themselves; how long a document takes is reported.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askAs } from './testing/ask-as.ts'
import {
  fieldCount,
  isMisread,
  misreadNote,
  printNote,
  rightValue,
} from './testing/delivery-notes.ts'
import { type CalledDeployment, deployByCall } from './testing/deploy-by-call.ts'
import { lookAt } from './testing/look-at.ts'
import { hasBrowser } from './testing/open-browser.ts'
import { openToolStory, type ToolStory } from './testing/open-story.ts'
import { pictureOnFailure, type Visit } from './testing/visit.ts'

const name = 'Delivery notes'
const documentCount = 10
const maxKeysPerCorrection = 3
const maxKeysPerDocument = 1

const fields = Array.from({ length: fieldCount }, (_, index) => `part_${index + 1}`)
describe.skipIf(!hasBrowser)('ten documents that are corrected by keyboard', () => {
  let story: ToolStory
  let visit: Visit
  let deployment: CalledDeployment

  beforeAll(async () => {
    const prompts = Object.fromEntries(
      fields.map((key, index) => [key, `What is the number of piece ${index + 1}?`]),
    )
    story = await openToolStory({ reply: misreadNote, name, prompts })
    visit = story.visit
    deployment = await deployByCall(visit.page, { tool: name, apiName: 'notes' })
    const { post } = await askAs(visit.page)
    await post('manual_review/db_rules/', { workflow: deployment.workflowId, percentage: 100 })
    const documents = Array.from({ length: documentCount }, (_, index) => index + 1)
    await deployment.send(
      Object.fromEntries(
        documents.map((document) => [`note-${document}.txt`, printNote(document)]),
      ),
    )
  })
  afterAll(() => story?.close())

  const documentName = async () =>
    (await visit.page.locator('.review-name strong').textContent()) ?? ''
  /** The key of the doubtful value that has the keyboard. */
  const activeKey = () =>
    visit.page.evaluate<string>(
      `document.activeElement?.closest('.review-value[data-doubtful="true"]')?.dataset.key ?? ''`,
    )

  /** Presses a key that is no part of a value. */
  const press = async (key: string) => {
    await visit.page.keyboard.press(key)
    return 1
  }

  /** Corrects the value that has the keyboard, and returns the number of keys. */
  async function correct(fileName: string): Promise<number> {
    // The document opens on the first doubtful value, and Enter leads to the next.
    await expect.poll(activeKey).toMatch(/part_\d+/)
    const key = await activeKey()
    const document = Number(/\d+/.exec(fileName)?.[0])
    const field = Number(/part_(\d+)/.exec(key)?.[1])
    expect(isMisread(document, field), `${fileName}, ${key}`).toBe(true)
    const keys = await press('e')
    await visit.page.keyboard.insertText(rightValue(document, field))
    return keys + (await press('Enter'))
  }

  async function review(count: number): Promise<void> {
    const { page } = visit
    await page.getByText(`${count} of ${documentCount}`, { exact: true }).waitFor()
    const fileName = await documentName()
    for (const _ of [1, 2]) {
      expect(await correct(fileName)).toBeLessThanOrEqual(maxKeysPerCorrection)
    }
    expect(await press('Control+Enter')).toBeLessThanOrEqual(maxKeysPerDocument)
    if (count < documentCount) await expect.poll(documentName).not.toBe(fileName)
    else await page.getByText('No documents are waiting.').first().waitFor()
  }

  test('take at most three keys for each correction, and one to be finished', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await page.goto(`/recto/review?class=${deployment.workflowId}`)
    await page.getByRole('button', { name: 'Fetch Next' }).press('Enter')
    await page.getByText(`1 of ${documentCount}`, { exact: true }).waitFor()
    await lookAt(visit, 'v20-twenty-fields')
    const seconds: number[] = []
    for (let count = 1; count <= documentCount; count++) {
      const since = performance.now()
      await review(count)
      seconds.push((performance.now() - since) / 1000)
    }
    const mean = seconds.reduce((total, one) => total + one, 0) / documentCount
    console.info(
      `${mean.toFixed(2)} s for a document with two corrections, ${Math.max(...seconds).toFixed(2)} s at most.`,
    )
  })

  test('and are what the documents say', async () => {
    const { ask, post } = await askAs(visit.page)
    for (let count = 0; count < documentCount; count++) {
      const path = `manual_review/next/?class_name=${deployment.workflowId}&type=approve`
      const { data } = await ask(path)
      const document = Number(/\d+/.exec(data.file_name)?.[0])
      expect(data.result.output).toEqual(
        Object.fromEntries(fields.map((key, index) => [key, rightValue(document, index + 1)])),
      )
      await post('manual_review/approve/', { class_name: deployment.workflowId })
    }
    expect(visit.problems()).toEqual([])
  })
})
