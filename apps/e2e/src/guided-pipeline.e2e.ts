/**
 * Somebody sets up “invoices from a bucket into a table every night” on one page, with connectors that do not exist yet,
 * sees the first values before anything is written, and does not pay for them a second time.
 */
import { type BucketServer, startBucketServer } from '@recto/testkit/bucket-server'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lookAt } from './testing/look-at.ts'
import { hasBrowser } from './testing/open-browser.ts'
import { openToolStory, type ToolStory } from './testing/open-story.ts'
import { pictureForGuide } from './testing/picture-for-guide.ts'
import { type ReachedDatabase, reachDatabase } from './testing/reach-database.ts'
import { pictureOnFailure, type Visit } from './testing/visit.ts'

const text = (n: number) => `Invoice number ${n}\nTotal ${n}.50\n`
const reply = ({ prompt }: { readonly prompt: string }) =>
  /Invoice number (\d+)/.exec(prompt)?.[1] ?? 'NA'

/** A click on a label is followed by one on its input, which nobody makes, so presses are counted. */
const countingScript = `
  globalThis.counts = { clicks: 0, fields: new Set() }
  addEventListener('pointerdown', () => counts.clicks++, true)
  addEventListener('input', ({ target }) => {
    if (!/radio|checkbox/.test(target.type)) counts.fields.add(target)
  }, true)
`

describe.skipIf(!hasBrowser)('a pipeline that is set up on one page', () => {
  let buckets: BucketServer
  let database: ReachedDatabase
  let books: Client
  let story: ToolStory
  let visit: Visit

  beforeAll(async () => {
    buckets = await startBucketServer(['docs'])
    for (const n of [1, 2, 3, 4, 10]) {
      const put = await fetch(`${buckets.url}/docs/in/f${n}.txt`, { method: 'PUT', body: text(n) })
      expect(put.status).toBe(200)
    }
    story = await openToolStory({
      reply,
      name: 'Invoice numbers',
      prompts: { invoice_number: 'Which number has the invoice?' },
      modelName: 'gpt-4o-mini',
    })
    visit = story.visit
    database = await reachDatabase(story.product)
    books = new Client({ connectionString: databaseUrl() })
    await books.connect()
  })
  afterAll(async () => {
    await books?.end()
    database?.close()
    await story?.close()
    await buckets?.stop()
  })

  const databaseUrl = () => `postgresql://postgres:nobody@${database.host}:${database.port}/recto`
  const step = (name: string) => visit.page.getByRole('region', { name })
  const button = (name: string) => visit.page.getByRole('button', { name, exact: true })
  const hasTable = async () => {
    const { rows } = await books.query(`select to_regclass('invoice_numbers') as found`)
    return rows[0].found !== null
  }
  /** Has the next replies of the model wait for what is returned. */
  const holdModel = (calls: number) => {
    const { promise: until, resolve } = Promise.withResolvers<void>()
    story.model.script(...Array.from({ length: calls }, () => ({ until })))
    return resolve
  }
  const countCalls = () => story.model.requests.length
  /** Counts the clicks of the mouse and the fields that are filled from now on. */
  const countActions = () => visit.page.evaluate(countingScript)
  const readCounts = () =>
    visit.page.evaluate<{ clicks: number; fields: number }>(
      '({ clicks: counts.clicks, fields: counts.fields.size })',
    )

  test('begins where a newcomer looks, and adds a bucket in place', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await page.getByRole('link', { name: 'ETL Pipelines', exact: true }).click()
    await button('Set up a pipeline').first().waitFor()
    await lookAt(visit, 'g01-no-pipelines')
    await countActions()
    await button('Set up a pipeline').first().click()
    await page.getByRole('heading', { name: 'Set up a pipeline' }).waitFor()
    const source = step('Source')
    await source.getByRole('button', { name: /^S3\/Minio/ }).waitFor()
    await lookAt(visit, 'g02-start')

    await source.getByRole('button', { name: /^S3\/Minio/ }).click()
    await source.getByLabel('Name of the connector').fill('Invoices in')
    await source.getByLabel('Key', { exact: true }).fill(buckets.key)
    await source.getByLabel('Secret').fill(buckets.secret)
    await source.getByLabel('Endpoint URL').fill(buckets.url)
    await source.getByLabel('Region Name').fill('us-east-1')
    await lookAt(visit, 'g03-new-bucket')
    await source.getByRole('button', { name: 'Test and add' }).click()
    // It is chosen at once.
    await expect
      .poll(() => source.getByRole('radio', { name: /Invoices in/ }).isChecked())
      .toBe(true)
    await source.getByRole('button', { name: 'docs', exact: true }).click()
    await source.getByRole('checkbox', { name: 'Process docs/in' }).check()
    await lookAt(visit, 'g04-source')
  })

  test('takes the tool and a new database, and names the table after the tool', async () => {
    pictureOnFailure(visit)
    await step('Tool').getByText('Invoice numbers').click()
    const destination = step('Destination')
    await destination.getByRole('button', { name: 'Add a connector' }).click()
    await destination.getByRole('button', { name: /^PostgreSQL/ }).click()
    await destination.getByLabel('Name of the connector').fill('Books')
    await destination.getByLabel('Host').fill(database.host)
    await destination.getByLabel('Port').fill(String(database.port))
    await destination.getByLabel('Database').fill('recto')
    await destination.getByLabel('User').fill('postgres')
    await destination.getByLabel('Password').fill('nobody')
    await destination.getByRole('button', { name: 'Test and add' }).click()
    await expect
      .poll(() => destination.getByRole('radio', { name: /Books/ }).isChecked())
      .toBe(true)
    const table = destination.getByRole('textbox', { name: 'Table' })
    await expect.poll(() => table.inputValue()).toBe('invoice_numbers')
    await lookAt(visit, 'g05-destination')
    expect(new URL(visit.page.url()).searchParams.get('draft')).toBe(null)
  })

  test('previews the first three files, and writes nothing', async () => {
    pictureOnFailure(visit)
    const preview = step('Preview')
    const letReply = holdModel(3)
    await preview.getByRole('button', { name: 'Preview the first 3 files' }).click()
    await preview.getByText('Reading the files: 0 of 3').waitFor()
    await lookAt(visit, 'g06-reading')
    letReply()
    await preview.getByText(/^3 files\. Used: 3 pages/).waitFor()
    await preview
      .getByRole('region', { name: 'Values of f1.txt' })
      .getByText('1', { exact: true })
      .waitFor()
    const rows = preview.getByRole('table', {
      name: 'Rows that would be written to invoice_numbers',
    })
    await rows.getByRole('cell', { name: '2', exact: true }).waitFor()
    await preview.getByText('The first run creates the table “invoice_numbers”.').waitFor()
    await preview.scrollIntoViewIfNeeded()
    await lookAt(visit, 'g07-preview')
    await rows.scrollIntoViewIfNeeded()
    await lookAt(visit, 'g08-rows')
    await preview.getByText(/^3 files/).scrollIntoViewIfNeeded()
    await pictureForGuide(visit.page, 'pipelines')
    expect(await hasTable()).toBe(false)
    expect(countCalls()).toBe(3)
    // With the schedule and the button at the end, 12 clicks and 11 fields, all of them of the connectors.
    expect(await readCounts()).toEqual({ clicks: 10, fields: 11 })
  })

  test('is a draft until it is created: found again after leaving the page', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await page.reload()
    await step('Preview')
      .getByText(/^3 files\. Used: 3 pages/)
      .waitFor()
    await page.getByRole('link', { name: 'Workflows', exact: true }).click()
    await page.getByText('Pipeline that is not set up yet.').waitFor()
    await lookAt(visit, 'g09-workflows')
    await page.getByRole('link', { name: 'ETL Pipelines', exact: true }).click()
    const drafts = page.getByRole('region', { name: 'Pipelines that are not set up yet' })
    await drafts.getByText('Invoice numbers').waitFor()
    await lookAt(visit, 'g10-draft')
    await drafts.getByRole('link', { name: /^Continue/ }).click()
    await step('Preview')
      .getByText(/^3 files\. Used: 3 pages/)
      .waitFor()
    expect(countCalls()).toBe(3)
  })

  test('runs every night in the zone of the browser, and says when', async () => {
    pictureOnFailure(visit)
    const schedule = step('Name and schedule')
    await schedule.getByRole('radio', { name: 'Every night' }).check()
    await schedule.getByText('Every day at 02:00. Next runs:').waitFor()
    const next = schedule.getByRole('list', { name: 'Next runs' }).getByRole('listitem')
    await expect.poll(() => next.count()).toBe(3)
    expect(await next.first().textContent()).toMatch(/^\w+day, \w+ \d+, \d{4} at 02:00$/)
    await schedule.getByRole('radio', { name: 'Cron expression' }).check()
    visit.expectRefusal('400 GET /api/v1/recto/recto/pipeline/schedule/')
    await schedule.getByLabel('Expression', { exact: true }).fill('99 * * * *')
    await schedule.locator('[aria-invalid="true"]').waitFor()
    await lookAt(visit, 'g11-bad-cron')
    await schedule.getByRole('radio', { name: 'Every night' }).check()
    await schedule.getByText('Every day at 02:00. Next runs:').waitFor()
    await schedule.getByLabel('Name of the pipeline').fill('Nightly invoices')
    await schedule.scrollIntoViewIfNeeded()
    await lookAt(visit, 'g12-schedule')
    await schedule.getByRole('button', { name: 'Create the ETL Pipeline' }).click()
    await visit.page.getByText('“Nightly invoices” is set up').waitFor()
    await lookAt(visit, 'g13-done')
    expect(await hasTable()).toBe(false)
  })

  test('pays in its first run only for the files that the preview has not read', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await button('Sync Now').click()
    await page.getByText('5 of 5').first().waitFor()
    await page
      .getByText(/3 from earlier results/)
      .first()
      .waitFor()
    expect(countCalls()).toBe(5)
    const { rows } = await books.query('select invoice_number from invoice_numbers')
    expect(rows.map((row) => Number(row.invoice_number)).sort((a, b) => a - b)).toEqual([
      1, 2, 3, 4, 10,
    ])
    await page.getByRole('link', { name: 'ETL Pipelines', exact: true }).click()
    await page
      .getByRole('row', { name: /Nightly invoices/ })
      .getByText('Every day at 02:00')
      .waitFor()
    expect(await page.getByText('Not set up yet').count()).toBe(0)
  })

  test('takes half the clicks of the long way', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await countActions()
    await button('Set up a pipeline').click()
    await step('Source').getByText('Invoices in').click()
    await step('Source').getByRole('button', { name: 'docs', exact: true }).click()
    await step('Source').getByRole('checkbox', { name: 'Process docs/in' }).check()
    await step('Tool').getByText('Invoice numbers').click()
    await step('Destination').getByText('Books').click()
    await step('Preview').getByRole('button', { name: 'Preview the first 3 files' }).click()
    await step('Preview')
      .getByText(/^3 files/)
      .waitFor()
    await page.getByText('Each file becomes a row of the existing table').waitFor()
    await step('Name and schedule').getByText('Every night').click()
    await button('Create the ETL Pipeline').click()
    await page.getByText(/is set up$/).waitFor()
    expect(await readCounts()).toEqual({ clicks: 9, fields: 0 })
  })

  test('cancels a preview, says why one finds nothing, and discards a draft', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await page.goto('/recto/pipelines/new')
    // The keyboard is enough.
    const press = async (part: string, name: RegExp) => {
      await step(part).getByRole('radio', { name }).focus()
      await page.keyboard.press('Space')
    }
    await press('Source', /Invoices in/)
    await step('Source').getByLabel('File name pattern').fill('INV-*.pdf')
    await press('Tool', /Invoice numbers/)
    await press('Destination', /Books/)
    const preview = step('Preview')
    await preview.getByRole('button', { name: 'Preview the first 3 files' }).focus()
    await page.keyboard.press('Enter')
    await preview.getByText('do not match the file name pattern “INV-*.pdf”').waitFor()
    await preview.scrollIntoViewIfNeeded()
    await lookAt(visit, 'g14-no-match')

    await step('Source').getByLabel('File name pattern').fill('f*.txt')
    const letReply = holdModel(3)
    await preview.getByRole('button', { name: 'Preview again' }).click()
    await preview.getByText('Reading the files: 0 of 3').waitFor()
    await preview.getByRole('button', { name: 'Cancel' }).click()
    await preview.getByText('The preview was cancelled.').waitFor()
    letReply()

    await page.getByRole('link', { name: 'ETL Pipelines', exact: true }).click()
    await page.getByRole('button', { name: /^Discard/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
    await expect.poll(() => page.getByText('Not set up yet').count()).toBe(0)
  })

  test('had a browser without complaints all along', () => {
    expect(visit.problems()).toEqual([])
  })
})
