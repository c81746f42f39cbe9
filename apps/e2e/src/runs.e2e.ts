import type { CannedModelServer } from '@recto/testkit/canned-model-server'
import { sampleInvoice } from '@recto/testkit/sample-documents'
import { joineryInvoice } from '@recto/testkit/samples/invoices'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askAs } from './testing/ask-as.ts'
import { hasBrowser } from './testing/open-browser.ts'
import { openStory, type Story } from './testing/open-story.ts'
import { pictureOnFailure, type Visit } from './testing/visit.ts'

const keys = Array.from({ length: 8 }, (_, index) => `field_${index + 1}`)

describe.skipIf(!hasBrowser)('runs that outlive their page', () => {
  let story: Story
  let visit: Visit
  let model: CannedModelServer
  let projectId: string

  beforeAll(async () => {
    story = await openStory()
    visit = story.visit
    model = story.model
    projectId = await makeProject(visit.page, model)
  })
  afterAll(() => story?.close())

  const card = (key: string) => visit.page.getByRole('article', { name: key, exact: true })
  const valueIn = (key: string) => card(key).getByText(/^value \d$/)
  const open = () => visit.page.goto(`/recto/tools/${projectId}`)

  test('all prompts have their values after the page was reloaded in the middle of the run', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    const { promise: until, resolve: letReply } = Promise.withResolvers<void>()
    const reply = (index: number) => ({ reply: `value ${index}` })
    model.script(
      reply(1),
      reply(2),
      ...[3, 4, 5, 6, 7, 8].map((index) => ({ ...reply(index), until })),
    )
    await open()
    await page.getByRole('button', { name: /Run all$/ }).click()
    await page.getByRole('button', { name: '6 running' }).waitFor()
    await visit.checkPage()

    await page.reload()

    await page.getByRole('button', { name: '6 running' }).waitFor()
    await expect.poll(() => page.getByText(/^value [12]$/).count()).toBe(2)
    await expect.poll(() => page.getByText(/Waiting for the model ·/).count()).toBe(5)
    await page.getByText('Queued').waitFor()
    letReply()
    for (const key of keys) await valueIn(key).waitFor()
    expect(model.requests).toHaveLength(keys.length)
    await page.getByRole('button', { name: /Run all$/ }).waitFor()
  })

  test('a run that ended while no page was open is there, and one that is cancelled leaves the value', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    const { promise: until, resolve: letReply } = Promise.withResolvers<void>()
    model.script({ reply: 'another 1', until })
    await card('field_1').getByRole('button', { name: 'Run field_1', exact: true }).click()
    await model.received(keys.length + 1)
    await page.goto('about:blank')
    letReply()
    await open()
    await card('field_1').getByText('another 1').waitFor()

    const neverSettles = new Promise<void>(() => {})
    model.script({ reply: 'too late', until: neverSettles })
    await card('field_1').getByRole('button', { name: 'Run field_1', exact: true }).click()
    await card('field_1')
      .getByRole('button', { name: /^Cancel field_1/ })
      .click()
    await card('field_1').locator('[aria-busy="false"]').waitFor()
    expect(await card('field_1').getByText('another 1').count()).toBe(1)
  })

  test('a changed prompt marks its value as out of date', async () => {
    pictureOnFailure(visit)
    await card('field_2').getByLabel('Prompt for field_2').fill('What else is it?')
    await visit.page.keyboard.press('Tab')
    await visit.page.reload()
    await card('field_2').getByText('out of date').waitFor()
    expect(await card('field_3').getByText('out of date').count()).toBe(0)
    await visit.checkPage()
  })

  test('had a browser without complaints all along', () => {
    expect(visit.problems()).toEqual([])
  })
})

/** A project of eight prompts that a model answers, made by the browser's own session. */
async function makeProject(page: Page, model: CannedModelServer): Promise<string> {
  const { ask, post } = await askAs(page)
  const { id: llm } = await post('adapter/', {
    adapter_id: 'openaicompatible|b6d10f33-2c41-49fc-a8c2-58d2b247fc09',
    adapter_name: 'Canned',
    adapter_type: 'LLM',
    adapter_metadata: {
      api_base: `${model.url}/v1`,
      model: 'canned',
      api_key: 'k',
      max_retries: 0,
    },
  })
  const { tool_id, default_profile } = await post('prompt-studio/', {
    tool_name: 'Slow',
    description: 'Answers when it may',
    author: 'Ada',
  })
  await ask(`prompt-studio/profile-manager/${default_profile}/`, { method: 'PATCH', data: { llm } })
  const { name, file } = await sampleInvoice(joineryInvoice)
  await ask(`prompt-studio/file/${tool_id}`, {
    method: 'POST',
    multipart: { file: { name, mimeType: 'application/pdf', buffer: Buffer.from(file) } },
  })
  for (const key of keys) {
    const fields = { prompt_type: 'PROMPT', tool_id, enforce_type: 'text' }
    const promptSettings = { prompt_key: key, prompt: `What is ${key}?` }
    await post(`prompt-studio/prompt-studio-prompt/${tool_id}/`, { ...fields, ...promptSettings })
  }
  return tool_id
}
