/**
 * A pipeline of five invoices, of which a rule catches the two dear ones: one person corrects them by drawing, a supervisor
 * approves them, and they stand in a table of PostgreSQL. `RECTO_E2E_DOCUMENTS` names a folder of invoices that
 * somebody really got, of which the first five are taken; what is dear among them a run of an API says before.
 */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { type BucketServer, startBucketServer } from '@recto/testkit/bucket-server'
import { sampleInvoice } from '@recto/testkit/sample-documents'
import { joineryInvoice, lightingInvoice } from '@recto/testkit/samples/invoices'
import { Client } from 'pg'
import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askAs, type PageRequests } from './testing/ask-as.ts'
import { lookAt } from './testing/look-at.ts'
import { makeConnectors } from './testing/make-model-tool.ts'
import { invite } from './testing/newcomers.ts'
import { hasBrowser, openBrowser } from './testing/open-browser.ts'
import { choose } from './testing/page-actions.ts'
import { type ReachedDatabase, reachDatabase } from './testing/reach-database.ts'
import { declineTours, signIn } from './testing/sign-in.ts'
import { type Product, startProduct } from './testing/start-product.ts'
import { pictureOnFailure, startVisit, type Visit } from './testing/visit.ts'

type Item = {
  readonly result: {
    readonly output: Readonly<Record<string, unknown>>
    readonly metadata: { readonly confidence?: Readonly<Record<string, number | null>> }
  }
}

type NamedFile = { readonly name: string; readonly bytes: Uint8Array }

const folder = process.env.RECTO_E2E_DOCUMENTS
const workflow = 'Dear invoices'
const caughtCount = 2
const supervisor = { email: 'sue@books.example', password: 'four plain words here' }

/** Returns a rule that matches two documents: those with the greatest totals, or with the least confidence if totals are missing. */
function ruleFor(read: readonly { readonly total: number; readonly sureness: number }[]) {
  const parts = (values: readonly number[]) => {
    const [, second = 0, third = 0] = values.toSorted((a, b) => b - a)
    return second > third ? (second + third) / 2 : undefined
  }
  const dear = parts(read.map(({ total }) => total))
  const unsure = parts(read.map(({ sureness }) => -sureness))
  const rules =
    dear === undefined
      ? [{ field: 'confidence:total', operator: 'less', value: -100 * (unsure ?? 0) }]
      : [{ field: 'value:total', operator: 'greater', value: String(dear) }]
  return { combinator: 'and', rules }
}

/** Returns five invoices, two of them with a total above 5,000. */
async function invoices(): Promise<readonly NamedFile[]> {
  if (folder) {
    const names = (await readdir(folder)).filter((name) => name.endsWith('.pdf')).sort()
    return Promise.all(
      names.slice(0, 5).map(async (name) => ({ name, bytes: await readFile(join(folder, name)) })),
    )
  }
  const cheap = (number: string) => ({
    ...lightingInvoice,
    number,
    lines: lightingInvoice.lines.slice(1, 2),
  })
  const all = [
    { ...joineryInvoice, number: 'TR-2026-0501' },
    { ...joineryInvoice, number: 'TR-2026-0502' },
    ...['20260401', '20260402', '20260403'].map(cheap),
  ]
  return Promise.all(
    all.map(async (one) => {
      const { name, file } = await sampleInvoice(one)
      return { name, bytes: file }
    }),
  )
}

const isDrawn = (element: unknown) => {
  const { complete, naturalWidth } = element as Record<'complete' | 'naturalWidth', unknown>
  return complete === true && Number(naturalWidth) > 0
}

describe.skipIf(!hasBrowser)('invoices that people look at before they are booked', () => {
  let buckets: BucketServer
  let database: ReachedDatabase
  let books: Client
  let product: Product
  let browser: Browser
  let visit: Visit
  let approverVisit: Visit
  let classId: string

  beforeAll(async () => {
    buckets = await startBucketServer(['docs'])
    for (const { name, bytes } of await invoices()) {
      const address = `${buckets.url}/docs/in/${encodeURIComponent(name)}`
      expect((await fetch(address, { method: 'PUT', body: Buffer.from(bytes) })).status).toBe(200)
    }
    product = await startProduct()
    database = await reachDatabase(product)
    browser = await openBrowser()
    visit = await startVisit(browser, product)
    await signIn(visit.page, product)
    const url = `postgresql://postgres:nobody@${database.host}:${database.port}/recto`
    await makeConnectors(visit.page, { bucket: buckets, database: url })
    books = new Client({ connectionString: url })
    await books.connect()
    approverVisit = await letSupervisorIn()
    classId = await runPipeline(ruleFor(await runApi()))
  })
  afterAll(async () => {
    await browser?.close()
    await books?.end()
    database?.close()
    await product?.stop()
    await buckets?.stop()
  })

  /** Somebody else than who reviews. */
  async function letSupervisorIn(): Promise<Visit> {
    const link = await invite(visit.page, { email: supervisor.email, role: 'Recto Supervisor' })
    const otherVisit = await startVisit(browser, product)
    otherVisit.expectRefusal('401 GET /api/v1/session')
    await otherVisit.page.goto(link)
    await otherVisit.page.getByLabel('Password', { exact: true }).fill(supervisor.password)
    await otherVisit.page.getByRole('button', { name: /^Join / }).click()
    await otherVisit.page.getByRole('navigation', { name: 'Main' }).waitFor({ state: 'attached' })
    await declineTours(otherVisit.page, ['Recto'])
    return otherVisit
  }

  const sampleTool = async ({ ask }: PageRequests): Promise<string> => {
    const tools = await ask('tool/')
    return tools.find((one: { name: string }) => one.name === 'Invoices (sample)').function_name
  }

  /** The same documents by an API, which keeps nothing back: their totals, and how sure these are. */
  async function runApi() {
    const caller = await askAs(visit.page)
    const { ask, post } = caller
    const { id } = await post('workflow/', { workflow_name: 'Read before' })
    for (const end of await ask(`workflow/${id}/endpoint/`)) {
      const data = { connection_type: 'API' }
      await ask(`workflow/endpoint/${end.id}/`, { method: 'PATCH', data })
    }
    await post('tool_instance/', { workflow_id: id, tool_id: await sampleTool(caller) })
    const deploymentSettings = {
      workflow: id,
      display_name: 'Read before',
      api_name: 'read-before',
    }
    const deployment = await post('api/deployment/', deploymentSettings)
    const form = new FormData()
    form.append('timeout', '120')
    form.append('include_metadata', 'true')
    for (const { name, bytes } of await invoices()) {
      form.append('files', new Blob([Uint8Array.from(bytes)]), name)
    }
    const reply = await fetch(new URL(deployment.api_endpoint, product.origin), {
      method: 'POST',
      headers: { authorization: `Bearer ${deployment.api_key}` },
      body: form,
    })
    const { message } = (await reply.json()) as { message: { result: Item[] } }
    expect(message.result).toHaveLength(5)
    return message.result.map(({ result }) => ({
      total: Number(result.output.total ?? 0),
      sureness: Number(result.metadata.confidence?.total ?? 0),
    }))
  }

  /** Runs the sample's tool from a bucket into a table, and returns the id of the workflow. */
  async function runPipeline(rule: ReturnType<typeof ruleFor>): Promise<string> {
    const caller = await askAs(visit.page)
    const { ask, post } = caller
    const connectors = await ask('connector/')
    const connector = (name: string) =>
      connectors.find((one: { connector_name: string }) => one.connector_name === name).id
    const { id } = await post('workflow/', { workflow_name: workflow })
    const ends = await ask(`workflow/${id}/endpoint/`)
    const put = (type: string, data: object) => {
      const end = ends.find((one: { endpoint_type: string }) => one.endpoint_type === type)
      return ask(`workflow/endpoint/${end.id}/`, { method: 'PATCH', data })
    }
    await put('SOURCE', {
      connection_type: 'FILESYSTEM',
      connector_instance: connector('Invoices in'),
      configuration: { folders: ['docs/in'] },
    })
    await put('DESTINATION', {
      connection_type: 'DATABASE',
      connector_instance: connector('Books'),
      configuration: { table: 'booked', columnMode: 'Write each field to a column' },
    })
    await post('tool_instance/', { workflow_id: id, tool_id: await sampleTool(caller) })
    await post('manual_review/db_rules/', { workflow: id, rule_json: rule })
    await post('manual_review/settings/', { workflow: id, sync_with: 'DB' })
    const pipeline = await post('pipeline/', {
      pipeline_name: workflow,
      workflow: id,
      pipeline_type: 'ETL',
    })
    await post('pipeline/execute/', { pipeline_id: pipeline.id })
    return id
  }

  const button = (name: string) => visit.page.getByRole('button', { name, exact: true })
  const value = (field: string) => visit.page.locator(`.review-value[data-key='["${field}"]']`)
  const firstPage = () => visit.page.getByRole('img', { name: /^Page 1 of/ })
  /** Waits until the picture of the first page is drawn. */
  const awaitDrawnPage = () => expect.poll(() => firstPage().evaluate(isDrawn)).toBe(true)
  const readBookedRows = async () => {
    const { rows } = await books.query('select invoice_number, seller_name from booked')
    return rows
  }

  /** Draws a box around something, a little wider than it is. */
  async function drawAround(place: Locator): Promise<void> {
    await place.scrollIntoViewIfNeeded()
    const box = await place.boundingBox()
    if (!box) throw new Error('It is nowhere to be seen.')
    const { mouse } = visit.page
    await mouse.move(box.x - 4, box.y - 3)
    await mouse.down()
    await mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    await mouse.move(box.x + box.width + 4, box.y + box.height + 3)
  }

  test('wait for somebody, with their pages beside their values [RV-001]', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    const { ask } = await askAs(page)
    const countPendingReviews = async () =>
      (await ask(`manual_review/queue_details/?class_name=${classId}`)).pending_review_count
    await expect.poll(countPendingReviews, { timeout: 90_000 }).toBe(caughtCount)
    await page.goto('/recto/review')
    await page.getByRole('heading', { name: 'Review', exact: true }).waitFor()
    await lookAt(visit, 'v01-nothing-chosen')
    await choose(page.getByRole('combobox', { name: 'Document class' }), workflow)
    await button('Fetch Next').click()
    await awaitDrawnPage()
    await lookAt(visit, 'v02-item')
  })

  test('are corrected by a box on the page, which brings its words and their place', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    const place = (field: string) => page.getByRole('button', { name: field, exact: true })
    // Some invoices do not name their customer.
    const fields = ['customer_name', 'invoice_number', 'total']
    const fieldCounts = await Promise.all(fields.map((field) => place(field).count()))
    const field = fields.find((_, index) => Number(fieldCounts[index]) > 0) ?? ''
    await value('seller_name').click()
    await drawAround(place(field).first())
    await lookAt(visit, 'v03-drawing')
    const right = (await value(field).locator('.review-text').textContent()) ?? ''
    await page.mouse.up()
    await expect
      .poll(() => value('seller_name').locator('.review-text').textContent())
      .toContain(right)
    await button('Changes').click()
    await page.getByRole('dialog').getByRole('cell', { name: 'seller_name' }).waitFor()
    await lookAt(visit, 'v04-changes')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  })

  test('have their rows in a table that scrolls without a halt, however many there are', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    const lines = Array.from({ length: 2000 }, (_, n) => ({
      description: `Part ${n + 1}`,
      quantity: (n % 9) + 1,
      amount: n * 1.25,
    }))
    const next = '**/manual_review/next/**'
    await page.route(next, async (route) => {
      const reply = await route.fetch()
      const body = await reply.json()
      body.data.result.output.lines = lines
      await route.fulfill({ response: reply, json: body })
    })
    await page.goto('/recto/review')
    await choose(page.getByRole('combobox', { name: 'Document class' }), workflow)
    await button('Fetch Next').click()
    const table = page.getByRole('region', { name: 'lines', exact: true })
    await table.getByText('Part 1', { exact: true }).waitFor()
    await table.getByText('Part 2', { exact: true }).hover()
    await lookAt(visit, 'v07-many-rows')
    await table.getByText('Part 2', { exact: true }).hover()
    await page.keyboard.press('w')
    await page.keyboard.press('+')
    await lookAt(visit, 'v10-full-width')
    await page.keyboard.press('?')
    await page.getByRole('dialog').getByText('Go to the next doubtful value').waitFor()
    await lookAt(visit, 'v11-keys')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await page.keyboard.press('w')
    await page.keyboard.press('0')
    await table.getByText('Part 2', { exact: true }).hover()
    const frames = page.evaluate<number[]>(`new Promise((done) => {
      const gaps = []
      const since = performance.now()
      let last = since
      const count = (now) => {
        gaps.push(now - last)
        last = now
        if (now - since < 3000) requestAnimationFrame(count)
        else done(gaps.sort((a, b) => b - a))
      }
      requestAnimationFrame(count)
    })`)
    for (let turn = 0; turn < 25; turn++) await page.mouse.wheel(0, 2000)
    const gaps = await frames
    await table
      .getByText(/^Part 1[2-9]\d\d$/)
      .first()
      .waitFor()
    const slow = gaps.filter((gap) => gap > 50).length
    console.info(
      `${gaps.length} frames, the longest ${Math.round(gaps[0] ?? 0)} ms, ${slow} over 50 ms.`,
    )
    expect(await table.locator('.review-value').count()).toBeLessThan(150)
    await page.unroute(next)
    await page.goto('/recto/review')
    await choose(page.getByRole('combobox', { name: 'Document class' }), workflow)
    await button('Fetch Next').click()
    await awaitDrawnPage()
  })

  test('are settled by the keyboard, and the next one is there at once', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await value('seller_name').focus()
    await page.keyboard.press('e')
    await lookAt(visit, 'v05-editing')
    await page.keyboard.press('End')
    await page.keyboard.type(' & Co')
    await page.keyboard.press('Enter')
    await expect.poll(() => value('seller_name').textContent()).toContain('& Co')

    const name = () => page.locator('.review-name strong').textContent()
    const initialName = await name()
    await expect.poll(() => button('Finish Review').isEnabled()).toBe(true)
    const since = performance.now()
    await button('Finish Review').click()
    await expect.poll(name, { interval: 20 }).not.toBe(initialName)
    await awaitDrawnPage()
    console.info(`The next document was there after ${Math.round(performance.now() - since)} ms.`)
    for (let left = caughtCount - 1; left > 0; left--) {
      await expect.poll(() => button('Finish Review').isEnabled()).toBe(true)
      await button('Finish Review').click()
      await page.waitForLoadState('networkidle')
    }
    await page.getByText('No documents are waiting.').first().waitFor()
  })

  test('are approved by a supervisor, on a page for that, and then they are in the table [RV-002 RV-007]', async () => {
    pictureOnFailure(approverVisit)
    const { page } = approverVisit
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const seller = page.locator(`.review-value[data-key='["seller_name"]']`)
    expect(await readBookedRows()).toHaveLength(3)
    await page.goto('/recto/review/approve')
    await page.getByRole('heading', { name: 'Approve', exact: true }).waitFor()
    await choose(page.getByRole('combobox', { name: 'Document class' }), workflow)
    await button('Fetch Next').click()
    const firstOfTheirs = page.getByRole('img', { name: /^Page 1 of/ })
    await expect.poll(() => firstOfTheirs.evaluate(isDrawn)).toBe(true)
    await expect.poll(() => seller.textContent()).toContain('& Co')
    await lookAt(approverVisit, 'v06-approving')
    for (let left = caughtCount; left > 0; left--) {
      await expect.poll(() => button('Approve').isEnabled()).toBe(true)
      await button('Approve').click()
      await page.waitForLoadState('networkidle')
    }
    // An approval can be undone for a minute, and is delivered after that.
    await expect.poll(async () => (await readBookedRows()).length, { timeout: 180_000 }).toBe(5)
    expect(
      (await readBookedRows()).filter(({ seller_name: name }) => /& Co$/.test(name)),
    ).toHaveLength(1)
    const { ask } = await askAs(page)
    expect(await ask(`manual_review/queue_details/?class_name=${classId}`)).toMatchObject({
      pending_review_count: 0,
      finished_review_count: 0,
      approved_queue_count: 0,
    })
  })

  test('tell the supervisor how their queue got on', async () => {
    pictureOnFailure(approverVisit)
    const { page } = approverVisit
    await page.getByRole('button', { name: /account menu for/i }).click()
    await page.getByRole('menuitem', { name: 'Review Progress' }).click()
    await page.getByRole('heading', { name: 'Review Progress', exact: true }).waitFor()
    const people = page.getByRole('table', { name: 'By person by person' })
    await people.getByRole('row', { name: new RegExp(supervisor.email) }).waitFor()
    await lookAt(approverVisit, 'v09-progress')
    const row = people.getByRole('row', { name: new RegExp(supervisor.email) })
    expect(await row.getByRole('cell').allTextContents()).toEqual(['0', '2', '0'])
  })

  test('are listed once they are approved [RV-003]', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await page.goto('/recto/review/download_and_sync')
    await page.getByRole('heading', { name: 'Download and Sync Manager', exact: true }).waitFor()
    await choose(page.getByRole('combobox', { name: 'Document class' }), workflow)
    await button('Get Finalized List').click()
    await page.getByRole('row').nth(1).waitFor()
    await lookAt(visit, 'v08-finalized')
  })

  test('had a browser without complaints all along', () => {
    expect([...visit.problems(), ...approverVisit.problems()]).toEqual([])
  })
})
