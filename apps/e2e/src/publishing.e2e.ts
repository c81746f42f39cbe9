/**
 * What somebody has corrected in review guards what is published: a prompt that breaks a known value is refused, and
 * mended it is published. What is deployed is then edited: live with the next run, or in a draft that is published.
 */
import { type BucketServer, startBucketServer } from '@recto/testkit/bucket-server'
import type { CannedModelServer } from '@recto/testkit/canned-model-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askAs } from './testing/ask-as.ts'
import { lookAt } from './testing/look-at.ts'
import { makeBucketConnector } from './testing/make-model-tool.ts'
import { hasBrowser } from './testing/open-browser.ts'
import { openToolStory, type ToolStory } from './testing/open-story.ts'
import { choose } from './testing/page-actions.ts'
import { pictureOnFailure, type Visit } from './testing/visit.ts'

const name = 'Orders'
const order = 'Order 4711\nTotal 41.50\nNet 30.00\n'

/** It misreads the number of the order, until it is asked better. */
function reply({ prompt }: { readonly prompt: string }): string {
  if (prompt.includes('printed at the top')) return '4711'
  if (prompt.includes('Which order')) return '4712'
  return prompt.includes('net') ? '30.00' : '41.50'
}

describe.skipIf(!hasBrowser)('a tool whose values were corrected', () => {
  let buckets: BucketServer
  let model: CannedModelServer
  let story: ToolStory
  let visit: Visit
  let projectId: string
  let workflowId: string
  let pipelineId: string

  beforeAll(async () => {
    buckets = await startBucketServer(['docs'])
    await put('in/order.txt', order)
    const prompts = { number: 'Which order is it?', total: 'What is the total?' }
    // Corrections become expected values once they can no longer be undone.
    const settings = { RECTO_REVIEW_UNDO_SECONDS: '0' }
    story = await openToolStory({ reply, name, prompts, settings })
    model = story.model
    visit = story.visit
    projectId = story.projectId
    await runPipeline()
  })
  afterAll(async () => {
    await story?.close()
    await buckets?.stop()
  })

  /** From one folder of a bucket to another, with somebody who looks at all of it between. */
  async function runPipeline(): Promise<void> {
    const { ask, post } = await askAs(visit.page)
    const connector_instance = await makeBucketConnector(visit.page, buckets)
    const { id } = await post('workflow/', { workflow_name: name })
    workflowId = id
    for (const end of await ask(`workflow/${id}/endpoint/`)) {
      const isSource = end.endpoint_type === 'SOURCE'
      const configuration = isSource ? { folders: ['docs/in'] } : { outputFolder: 'docs/out' }
      const data = { connection_type: 'FILESYSTEM', connector_instance, configuration }
      await ask(`workflow/endpoint/${end.id}/`, { method: 'PATCH', data })
    }
    const tools = await ask('tool/')
    const tool = tools.find((one: { name: string }) => one.name === name)
    await post('tool_instance/', { workflow_id: id, tool_id: tool.function_name })
    const field = { field: 'value:total', operator: 'greater', value: '0' }
    await post('manual_review/db_rules/', {
      workflow: id,
      percentage: 100,
      rule_json: { combinator: 'and', rules: [field] },
    })
    await post('manual_review/settings/', { workflow: id, sync_with: 'Queue' })
    await post('manual_review/auto_approval_settings/', { auto_approved_document_classes: [id] })
    const pipeline = { pipeline_name: name, workflow: id, pipeline_type: 'TASK' }
    pipelineId = (await post('pipeline/', { ...pipeline, cron_string: '0 3 * * *' })).id
    await post('pipeline/execute/', { pipeline_id: pipelineId })
  }

  async function put(path: string, body: string): Promise<void> {
    const reply = await fetch(`${buckets.url}/docs/${path}`, { method: 'PUT', body })
    expect(reply.status).toBe(200)
  }

  async function countPendingReviews(): Promise<number> {
    const { ask } = await askAs(visit.page)
    const queue = await ask(`manual_review/queue_details/?class_name=${workflowId}`)
    return queue.pending_review_count
  }

  /** Adds a folder to the source of the pipeline, in the editor of its workflow. */
  async function addFolder(folder: string): Promise<void> {
    const source = visit.page.getByRole('article', { name: 'Source', exact: true })
    await source.getByRole('button', { name: 'Configure' }).click()
    await dialog().getByLabel('Folders to process').fill(folder)
    await visit.page.keyboard.press('Enter')
    await dialog().getByRole('button', { name: 'Save' }).click()
    await dialog().waitFor({ state: 'hidden' })
  }

  const button = (label: string) => visit.page.getByRole('button', { name: label, exact: true })
  const dialog = () => visit.page.getByRole('dialog')
  const expectedValues = () => dialog().getByRole('region', { name: 'Expected values' })

  async function ask(key: string, prompt: string): Promise<void> {
    const card = visit.page.getByRole('article', { name: key, exact: true })
    await card.getByLabel(`Prompt for ${key}`).fill(prompt)
    const savedResponsePromise = visit.page.waitForResponse(
      (response) => response.request().method() === 'PATCH' && response.url().includes('/prompt/'),
    )
    await card.getByLabel(`Prompt for ${key}`).blur()
    expect((await savedResponsePromise).status()).toBe(200)
  }

  test('has one corrected in review', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await expect.poll(countPendingReviews, { timeout: 60_000 }).toBe(1)
    await page.goto('/recto/review')
    await choose(page.getByRole('combobox', { name: 'Document class' }), name)
    await button('Fetch Next').click()
    const value = page.locator(`.review-value[data-key='["number"]']`)
    await value.focus()
    await page.keyboard.press('e')
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type('4711')
    await page.keyboard.press('Enter')
    await expect.poll(() => value.textContent()).toContain('4711')
    await expect.poll(() => button('Finish Review').isEnabled()).toBe(true)
    await button('Finish Review').click()
    await page.getByText('No documents are waiting.').first().waitFor()
  })

  test('is not published when a prompt breaks what was right', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await page.goto(`/recto/tools/${projectId}`)
    await ask('total', 'What is the net?')
    await visit.page.getByRole('button', { name: /Export as tool$/ }).click()
    await expectedValues().getByText('This project has 2 expected values.').waitFor()
    await lookAt(visit, 'p01-known-values')
    await expectedValues().getByRole('button', { name: 'Run regression test' }).click()
    await expectedValues().getByText('Compared with version 1: 1 worse, 1 unchanged.').waitFor()
    await expectedValues()
      .getByRole('row', { name: /Worse total order\.txt 41\.50 .*30\.00 41\.50/ })
      .waitFor()
    await expect.poll(() => button('Export anyway').isDisabled()).toBe(true)
    await lookAt(visit, 'p02-refused')
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'hidden' })
  })

  test('is published when it is mended, and nothing is asked of the model that it was asked before', async () => {
    pictureOnFailure(visit)
    await ask('total', 'What is the total?')
    await ask('number', 'Which order is it, printed at the top?')
    const initialRequestCount = model.requests.length
    await visit.page.getByRole('button', { name: /Export as tool$/ }).click()
    await expectedValues().getByRole('button', { name: 'Run regression test' }).click()
    await expectedValues().getByText('Compared with version 1: 1 better, 1 unchanged.').waitFor()
    expect(model.requests.length).toBe(initialRequestCount + 1)
    await lookAt(visit, 'p03-mended')
    // The prompts were not run in the studio.
    visit.expectRefusal(`500 POST /api/v1/recto/recto/prompt-studio/export/${projectId}/`)
    await button('Export').click()
    await button('Force Export').click()
    await dialog().getByText('Custom tool exported successfully').waitFor()
  })

  test('is live in the pipeline with its new prompts, and so is a folder that is added', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await page.goto(`/recto/workflows/${workflowId}`)
    await page.getByText('Version 2 is live. Each change is live with the next run.').waitFor()
    const type = page.getByRole('combobox', { name: 'Where files come from' })
    await expect.poll(() => type.isDisabled()).toBe(true)
    await addFolder('docs/more')
    await page.getByText('Version 3 is live. Each change is live with the next run.').waitFor()
    await lookAt(visit, 'p04-edited')

    await put('more/second.txt', order.replace('4711', '4712'))
    const { ask, post } = await askAs(page)
    await post('pipeline/execute/', { pipeline_id: pipelineId })
    await expect.poll(countPendingReviews, { timeout: 60_000 }).toBeGreaterThan(0)
    // It is the same pipeline with its schedule and its earlier run.
    const pipeline = await ask(`pipeline/${pipelineId}/`)
    expect(pipeline).toMatchObject({ cron_string: '0 3 * * *', last_run_status: 'INPROGRESS' })
    expect(pipeline.last_5_run_statuses).toHaveLength(2)
  })

  test('stays in a draft where changes need publishing, until it is published', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await button('Versions').click()
    await dialog().getByRole('switch', { name: 'Changes need publishing' }).click()
    await dialog().getByText('stay in a draft until somebody publishes them').waitFor()
    await button('View version 2').click()
    await dialog().getByRole('table', { name: 'Settings of version 2' }).waitFor()
    await lookAt(visit, 'p05-version')
    await dialog().getByRole('button', { name: 'Cancel' }).click()
    await dialog().waitFor({ state: 'hidden' })

    await addFolder('docs/third')
    await page.getByText('Version 3 is live. There is 1 unpublished change.').waitFor()
    await button('Review and publish').click()
    await dialog().getByRole('table', { name: 'Changes' }).getByText('docs/third').waitFor()
    await lookAt(visit, 'p06-draft')
    await dialog().getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByText('Version 4 is live. There are no unpublished changes.').waitFor()

    await button('Versions').click()
    await button('Roll back to version 3').click()
    await dialog().getByText('(restored from version 3)').waitFor()
    await page.getByText('Version 5 is live. There is 1 unpublished change.').waitFor()
    await lookAt(visit, 'p07-rolled-back')
  })

  test('had a browser without complaints all along', () => {
    expect(visit.problems()).toEqual([])
  })
})
