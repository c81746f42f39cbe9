/**
 * A nightly pipeline whose run waits for people: its page says which files wait, for whom and where, and its clock
 * stands. The run ends when they are done.
 */
import { type BucketServer, startBucketServer } from '@recto/testkit/bucket-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askAs } from './testing/ask-as.ts'
import { lookAt } from './testing/look-at.ts'
import { makeBucketConnector } from './testing/make-model-tool.ts'
import { hasBrowser } from './testing/open-browser.ts'
import { openToolStory, type ToolStory } from './testing/open-story.ts'
import { choose } from './testing/page-actions.ts'
import { pictureOnFailure, type Visit } from './testing/visit.ts'

const name = 'Orders with a review'
const totals = { 'in/april/order.txt': 12, 'in/may/order.txt': 950, 'in/may/second.txt': 1200 }

describe.skipIf(!hasBrowser)('a run that waits for people', () => {
  let buckets: BucketServer
  let story: ToolStory
  let visit: Visit
  let workflowId: string

  beforeAll(async () => {
    buckets = await startBucketServer(['docs'])
    for (const [path, total] of Object.entries(totals)) {
      const body = `Order of ${path}\nTotal ${total}\n`
      const { status } = await fetch(`${buckets.url}/docs/${path}`, { method: 'PUT', body })
      expect(status).toBe(200)
    }
    story = await openToolStory({
      reply: ({ prompt }) => /Total (\d+)/.exec(prompt)?.[1] ?? 'NA',
      name,
      prompts: { total: 'What is the total?' },
    })
    visit = story.visit
    await startPipeline()
  })
  afterAll(async () => {
    await story?.close()
    await buckets?.stop()
  })

  /** People look at totals over 100. */
  async function startPipeline(): Promise<void> {
    const { ask, post } = await askAs(visit.page)
    const connector_instance = await makeBucketConnector(visit.page, buckets)
    workflowId = (await post('workflow/', { workflow_name: name })).id
    for (const end of await ask(`workflow/${workflowId}/endpoint/`)) {
      const isSource = end.endpoint_type === 'SOURCE'
      const configuration = isSource ? { folders: ['docs/in'] } : { outputFolder: 'docs/out' }
      const data = { connection_type: 'FILESYSTEM', connector_instance, configuration }
      await ask(`workflow/endpoint/${end.id}/`, { method: 'PATCH', data })
    }
    const tools = await ask('tool/')
    const tool = tools.find((one: { name: string }) => one.name === name)
    await post('tool_instance/', { workflow_id: workflowId, tool_id: tool.function_name })
    const rule = { field: 'value:total', operator: 'greater', value: '100' }
    const rule_json = { combinator: 'and', rules: [rule] }
    await post('manual_review/db_rules/', { workflow: workflowId, rule_json })
    await post('manual_review/settings/', { workflow: workflowId, sync_with: 'DB' })
    await post('manual_review/auto_approval_settings/', {
      auto_approved_document_classes: [workflowId],
    })
    const pipeline = { pipeline_name: name, workflow: workflowId, pipeline_type: 'TASK' }
    const { id: pipeline_id } = await post('pipeline/', { ...pipeline, cron_string: '0 3 * * *' })
    await post('pipeline/execute/', { pipeline_id })
  }

  const cardOf = (title: string) =>
    visit.page.locator('.execution-cards > div').filter({ hasText: title })
  const rowOf = (file: string, status: RegExp) =>
    visit.page.getByRole('row', { name: new RegExp(`${file}.*${status.source}`) })

  test('is not said to be processing in the list of pipelines', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await page.getByRole('link', { name: 'Task Pipelines', exact: true }).click()
    const row = page.getByRole('row', { name: new RegExp(name) })
    await row.getByText('In review · 2 files').waitFor({ timeout: 60_000 })
    await row.getByText('Every day at 03:00').waitFor()
    await lookAt(visit, 'w01-list')
  })

  test('says which files wait, how many, and where; and its clock stands', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click()
    await page.getByRole('menuitem', { name: 'Execution Logs' }).click()
    await page
      .getByRole('dialog')
      .getByRole('table', { name: 'Runs' })
      .getByRole('link')
      .first()
      .click()
    await cardOf('Waiting for review').getByText('2 files').waitFor()
    await cardOf('Processed files').getByText('1 of 3').waitFor()
    await rowOf('order.txt.*in/april', /Completed/).waitFor()
    await rowOf('order.txt.*in/may', /In review/).waitFor()
    await rowOf('second.txt.*in/may', /In review/).waitFor()
    const clock = await cardOf('until it waited for review').textContent()
    await lookAt(visit, 'w02-waiting')
    await page.reload()
    expect(await cardOf('until it waited for review').textContent()).toBe(clock)
  })

  test('ends when the people are done, whom its link has led to the review', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    const address = page.url()
    await cardOf('Waiting for review').getByRole('link', { name: 'Open the review' }).click()
    await choose(page.getByRole('combobox', { name: 'Document class' }), name)
    for (const isLast of [false, true]) {
      await page.getByRole('button', { name: 'Fetch Next', exact: true }).click()
      const finish = page.getByRole('button', { name: 'Finish Review', exact: true })
      await expect.poll(() => finish.isEnabled()).toBe(true)
      await finish.click()
      if (isLast) await page.getByText('No documents are waiting.').first().waitFor()
    }

    await page.goto(address)
    // A finished review can be undone for a minute, and is delivered after that.
    await cardOf('Processed files').getByText('3 of 3').waitFor({ timeout: 180_000 })
    await rowOf('order.txt.*in/may', /Completed/).waitFor()
    await cardOf('in total').waitFor()
    await lookAt(visit, 'w03-ended')
  })

  test('had a browser without complaints all along', () => {
    expect(visit.problems()).toEqual([])
  })
})
