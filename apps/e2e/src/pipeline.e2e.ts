import { type BucketServer, startBucketServer } from '@recto/testkit/bucket-server'
import { type CannedModelServer, startCannedModelServer } from '@recto/testkit/canned-model-server'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lookAt } from './testing/look-at.ts'
import { makeConnectors } from './testing/make-model-tool.ts'
import { hasBrowser } from './testing/open-browser.ts'
import { openToolStory, type ToolStory } from './testing/open-story.ts'
import { choose } from './testing/page-actions.ts'
import { type ReachedDatabase, reachDatabase } from './testing/reach-database.ts'
import { pictureOnFailure, type Visit } from './testing/visit.ts'

const workflow = 'Invoices into the books'
const pipeline = 'Nightly books'
const text = (n: number) => `Invoice number ${n}\nTotal ${n}.50\n`

/** Replies with the number in the text of an invoice. */
const reply = ({ prompt }: { readonly prompt: string }) =>
  /Invoice number (\d+)/.exec(prompt)?.[1] ?? 'NA'

describe.skipIf(!hasBrowser)('a workflow from a bucket to a table', () => {
  let buckets: BucketServer
  let model: CannedModelServer
  let database: ReachedDatabase
  let books: Client
  let story: ToolStory
  let visit: Visit

  beforeAll(async () => {
    buckets = await startBucketServer(['docs'])
    story = await openToolStory({
      reply,
      name: 'Invoice numbers',
      prompts: { invoice_number: 'Which number has the invoice?' },
      modelName: 'gpt-4o-mini',
    })
    model = story.model
    visit = story.visit
    database = await reachDatabase(story.product)
    const url = `postgresql://postgres:nobody@${database.host}:${database.port}/recto`
    await makeConnectors(visit.page, { bucket: buckets, database: url })
    books = new Client({ connectionString: url })
    await books.connect()
    await put(0, 1, 2, 3, 10, 11)
  })
  afterAll(async () => {
    await books?.end()
    database?.close()
    await story?.close()
    await model?.close()
    await buckets?.stop()
  })

  async function put(...all: readonly number[]) {
    for (const n of all) {
      const address = `${buckets.url}/docs/in/f${n}.txt`
      const { status } = await fetch(address, { method: 'PUT', body: text(n) })
      expect(status).toBe(200)
    }
  }
  const numbersInTable = async () => {
    const { rows } = await books.query<{ invoice_number: string }>(
      'select invoice_number from booked order by invoice_number::int',
    )
    return rows.map((row) => Number(row.invoice_number))
  }
  /** Has the next replies of the model wait for what is returned. */
  const holdModel = (calls: number) => {
    const { promise: until, resolve } = Promise.withResolvers<void>()
    model.script(...Array.from({ length: calls }, () => ({ until })))
    return resolve
  }
  const dialog = () => visit.page.getByRole('dialog').last()
  const button = (name: string) => visit.page.getByRole('button', { name, exact: true })
  const names = () => visit.page.locator('.run-file-name').allTextContents()
  /** Loads the page again: the run is still there, and can be continued in each way. */
  const reloadBetweenSteps = async (state: string) => {
    await visit.page.reload()
    await steps().getByText(state).waitFor()
    for (const name of ['Next step', 'Execute remaining steps', 'Stop execution']) {
      await expect.poll(() => button(name).isEnabled()).toBe(true)
    }
    for (const name of ['Run Workflow', 'Start step execution']) {
      await expect.poll(() => button(name).isEnabled()).toBe(false)
    }
  }
  const steps = () => visit.page.getByRole('region', { name: 'Step by step' })

  test('is put together from what is there', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await page.getByRole('link', { name: 'Workflows', exact: true }).click()
    await button('New Workflow').click()
    await dialog().getByLabel('Name').fill(workflow)
    await button('Create workflow').click()
    await page.getByRole('heading', { name: workflow }).waitFor()
    await lookAt(visit, 'p01-empty')

    await choose(page.getByRole('combobox', { name: 'Where files come from' }), 'File System')
    await button('Configure the source').click()
    await dialog().getByRole('button', { name: 'Invoices in' }).click()
    await dialog().getByRole('tab', { name: 'File System' }).click()
    await dialog().getByRole('button', { name: 'docs', exact: true }).click()
    await dialog().getByRole('checkbox', { name: 'Process docs/in' }).check()
    await dialog().getByRole('tab', { name: 'Settings' }).click()
    await lookAt(visit, 'p02-source')
    await dialog().getByRole('button', { name: 'Save' }).click()
    await dialog().waitFor({ state: 'hidden' })

    await choose(page.getByRole('combobox', { name: 'Where values go' }), 'Database')
    await button('Configure the destination').click()
    await dialog().getByRole('button', { name: 'Books' }).click()
    await dialog().getByRole('textbox', { name: 'Table' }).fill('booked')
    await choose(dialog().getByRole('combobox', { name: 'Values' }), 'Write each field to a column')
    await lookAt(visit, 'p03-destination')
    await dialog().getByRole('button', { name: 'Save' }).click()
    await dialog().waitFor({ state: 'hidden' })

    await button('Add Invoice numbers').click()
    await page.getByRole('article', { name: 'Invoice numbers' }).waitFor()
    await expect.poll(() => button('Run Workflow').isEnabled()).toBe(true)
    await lookAt(visit, 'p04-ready')
  })

  test('tells by a dry run what the whole source would take', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    const letReply = holdModel(3)
    await button('Dry run').click()
    await page.getByText('Processing: 0 of 3').waitFor()
    await lookAt(visit, 'p05-dry-run-busy')
    letReply()
    const card = page.getByText(/Estimate for the whole source:/)
    await card.waitFor()
    await lookAt(visit, 'p06-dry-run')
    expect(await card.textContent()).toMatch(/6 files, 6 pages, [\d,]+ tokens, \$0\.\d+/)
    // The first, the middle and the last.
    expect(await names()).toEqual(['f0.txt', 'f3.txt', 'f11.txt'])
  })

  test('goes step by step, also after the page is loaded again, and hands nothing over before it is told to [WF-100]', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await button('Start step execution').click()
    await steps().getByText('Files received. Next: processing.').waitFor()
    await reloadBetweenSteps('Files received. Next: processing.')
    await lookAt(visit, 'p07-files-there')
    // What the dry run has read is not read again.
    const letReply = holdModel(3)
    await button('Next step').click()
    await steps().getByText('Processing files…').waitFor()
    await page.getByText('Processing: 0 of 6').waitFor()
    await lookAt(visit, 'p08-reading')

    // The page shows the current state after a reload.
    await page.reload()
    await steps().getByText('Processing files…').waitFor()
    letReply()
    await steps().getByText('Files processed. Next: delivery.').waitFor()
    await page.getByRole('region', { name: 'Output' }).getByText('99%').waitFor()
    await lookAt(visit, 'p09-read')
    expect(await button('Run Workflow').isEnabled()).toBe(false)
    await expect(numbersInTable()).rejects.toThrow('"booked" does not exist')
    expect(await names()).toEqual([0, 1, 2, 3, 10, 11].map((n) => `f${n}.txt`))

    await reloadBetweenSteps('Files processed. Next: delivery.')
    await lookAt(visit, 'p09-reloaded')
    await button('Execute remaining steps').click()
    await page.getByText('6 results').waitFor()
    await lookAt(visit, 'p10-through')
    expect(await numbersInTable()).toEqual([0, 1, 2, 3, 10, 11])
  })

  test('is stopped between two steps', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await put(20)
    await button('Start step execution').click()
    await steps().getByText('Files received. Next: processing.').waitFor()
    await reloadBetweenSteps('Files received. Next: processing.')
    await button('Stop execution').click()
    await page.getByText('Stopped').first().waitFor()
    await lookAt(visit, 'p11-stopped')
    expect(await numbersInTable()).toHaveLength(6)
  })

  test('becomes a pipeline with a schedule that is said in words', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await button('Deploy as ETL Pipeline').click()
    await dialog().getByLabel('Display name').fill(pipeline)
    await choose(dialog().getByLabel('Frequency', { exact: true }), 'Every week')
    await choose(dialog().getByLabel('Day', { exact: true }), 'Monday')
    await dialog().getByLabel('Hour', { exact: true }).fill('3')
    await dialog()
      .getByText(/^Every Monday at 03:00 \(UTC\)$/)
      .waitFor()
    await dialog()
      .getByText(/^Next runs: /)
      .waitFor()
    await lookAt(visit, 'p12-schedule')
    await dialog().getByRole('button', { name: 'Create' }).click()
    await page.getByText('This Workflow has been deployed as an ETL Pipeline').waitFor()
    await page.getByText('Version 1 is live. Each change is live with the next run.').waitFor()
    await lookAt(visit, 'p13-deployed')
  })

  test('is watched while it runs; a model that breaks away is named as the reason', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await put(21, 22)
    const letReply = holdModel(3)
    await page.getByRole('link', { name: 'See the ETL Pipelines' }).click()
    const row = page.getByRole('row', { name: new RegExp(pipeline) })
    await row.getByText('Every Monday at 03:00').waitFor()
    await lookAt(visit, 'p14-list')
    await button(`Actions for ${pipeline}`).click()
    await lookAt(visit, 'p15-menu')
    await page.keyboard.press('Escape')
    await button(`Sync Now: ${pipeline}`).click()
    await row.getByText('processing').waitFor()
    await lookAt(visit, 'p16-processing')
    await button(`Actions for ${pipeline}`).click()
    await page.getByRole('menuitem', { name: 'Execution Logs' }).click()
    await lookAt(visit, 'p17-runs')
    await dialog().getByRole('table', { name: 'Runs' }).getByRole('link').first().click()
    await page.getByText('0 of 3').first().waitFor()
    await lookAt(visit, 'p18-live')

    await model.close()
    letReply()
    await page
      .getByText(/^3 failed/)
      .first()
      .waitFor()
    await page
      .getByText(/Model of Invoice numbers/)
      .first()
      .waitFor()
    await lookAt(visit, 'p19-failed')
    expect(await numbersInTable()).toHaveLength(6)
    await button('Logs for f20.txt').click()
    await dialog()
      .getByText(/f20\.txt.* failed/)
      .waitFor()
    await lookAt(visit, 'p20-logs')
    await dialog().getByRole('button', { name: 'Close' }).last().click()
  })

  test('runs what failed again once the model is back, and fills the table', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    const port = Number(new URL(model.url).port)
    model = await startCannedModelServer({ reply, port })
    await button('Retry 3 failed files').click()
    await page.getByText('3 of 3').waitFor()
    await page.getByText(/^none failed/).waitFor()
    await page.getByRole('row', { name: /f22\.txt.*Completed/ }).waitFor()
    await lookAt(visit, 'p21-again')
    expect(await numbersInTable()).toEqual([0, 1, 2, 3, 10, 11, 20, 21, 22])

    await page.getByRole('link', { name: '← Logs' }).click()
    await page.getByRole('table', { name: 'Executions' }).waitFor()
    await lookAt(visit, 'p22-executions')
  })

  test('keeps what is live while a draft is worked on, and says how it differs', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await page.getByRole('link', { name: 'Workflows', exact: true }).click()
    await button(`Delete ${workflow}`).click()
    await dialog()
      .getByText(/used in one or many/)
      .waitFor()
    await dialog().getByText(pipeline).waitFor()
    await lookAt(visit, 'p23-stays')
    await dialog().getByRole('button', { name: 'Close' }).last().click()

    await page.getByRole('link', { name: workflow }).click()
    await button('Versions').click()
    await dialog().getByRole('switch', { name: 'Changes need publishing' }).click()
    await dialog().getByText('stay in a draft until somebody publishes them').waitFor()
    await dialog().getByRole('button', { name: 'Cancel' }).click()
    await button('Remove Invoice numbers').click()
    await page.getByText(/Version 1 is live\. There (is|are) \d+ unpublished change/).waitFor()
    await lookAt(visit, 'p24-draft')
    await button('Add Invoices (sample)').click()
    await page.getByRole('article', { name: 'Invoices (sample)' }).waitFor()
    await button('Review and publish').click()
    await dialog().getByRole('table', { name: 'Changes' }).getByText('Invoices (sample)').waitFor()
    await lookAt(visit, 'p25-diff')
    await dialog().getByRole('button', { name: 'Publish' }).click()
    await page.getByText('Version 2 is live. There are no unpublished changes.').waitFor()

    await button('Versions').click()
    await button('Roll back to version 1').click()
    await dialog().getByText('(restored from version 1)').waitFor()
    await lookAt(visit, 'p26-rolled-back')
    await dialog().getByRole('button', { name: 'Cancel' }).click()
  })

  test('tells others when a run ends, and keeps what could not be told', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await page.getByRole('link', { name: 'ETL Pipelines', exact: true }).click()
    await button(`Actions for ${pipeline}`).click()
    await page.getByRole('menuitem', { name: 'Setup Notifications' }).click()
    await dialog().getByText('No notifications configured yet.').waitFor()
    await lookAt(visit, 'p27-nobody')
    await button('New notification').click()
    await dialog().getByLabel('Name').fill('Ledger service')
    await dialog().getByLabel('URL').fill('http://127.0.0.1:9/told')
    await lookAt(visit, 'p28-new')
    await dialog().getByRole('button', { name: 'Add' }).click()
    await button('Send a test message to Ledger service').click()
    await page.locator('.ant-notification-notice').first().waitFor()
    await lookAt(visit, 'p29-test')
    await button('Messages to Ledger service').click()
    await dialog().getByRole('cell', { name: 'Failed', exact: true }).waitFor()
    await dialog().getByLabel('Failed messages only').check()
    await dialog().getByRole('cell', { name: 'Failed', exact: true }).waitFor()
    await lookAt(visit, 'p30-given-up')
  })

  test('had a browser without complaints all along', () => {
    expect(visit.problems()).toEqual([])
  })
})
