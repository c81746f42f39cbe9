/**
 * Invoices go from a bucket into an app, and somebody asks about them: by a model, which they stop once, and by none.
 * `RECTO_E2E_DOCUMENTS` names a folder of invoices that are taken in the place of the two samples.
 */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type BucketServer, startBucketServer } from '@recto/testkit/bucket-server'
import type { CannedModelServer } from '@recto/testkit/canned-model-server'
import { sampleInvoices } from '@recto/testkit/sample-documents'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { askAs } from './testing/ask-as.ts'
import { lookAt } from './testing/look-at.ts'
import { makeBucketConnector } from './testing/make-model-tool.ts'
import { hasBrowser } from './testing/open-browser.ts'
import { openToolStory, type ToolStory } from './testing/open-story.ts'
import { choose } from './testing/page-actions.ts'
import { pictureOnFailure, type Visit } from './testing/visit.ts'

const tool = 'Asked invoices'
const notAnswered = 'The documents do not answer this question.'

type ChatQuestion = { readonly system: string; readonly prompt: string }

/** As a model would that reads the rows it is given: it names the row that has the total. */
function modelReply({ system, prompt }: ChatQuestion): string {
  if (!system.startsWith('You answer questions about documents')) return 'INV-1'
  const question = prompt.split('\nQuestion: ').at(-1) ?? ''
  if (question.includes('moon')) return notAnswered
  const rows = [...prompt.matchAll(/^#(\d+) \| (.*)$/gm)]
  if (question.includes('table')) return tableReply(rows.map(([, number]) => Number(number)))
  const [, number, row] = rows.findLast(([, , text = '']) => /total/i.test(text)) ?? []
  return [
    `The invoice says “${row}”, which is what is to be paid for it in the end. [#${number}]`,
    'Nothing else is asked for: what was ordered has been delivered, and this closes the account.',
  ].join('\n\n')
}

/** A table and a list that cite many rows, with what a document may have told the model to write. */
function tableReply(rows: readonly number[]): string {
  const picture = 'https://pictures.example/seen.png'
  return [
    '| Row | Cited |\n| --- | --- |',
    ...rows.slice(0, 40).map((row) => `| ${row} | here [#${row}] |`),
    '',
    '- first point\n- second point',
    '',
    `<script>document.title = 'taken'</script><img src="${picture}" onerror="document.title = 'taken'">`,
    '',
    `![seen](${picture}) and [a link](javascript:document.title='taken')`,
  ].join('\n')
}

/** Run in the browser: whether the latest question is at the top of the transcript, or as near as its end allows. */
const isAtLatestQuestion = `(() => {
  const transcript = document.querySelector('.chat-transcript')
  const top = (element) => element.getBoundingClientRect().top
  const questions = [...document.querySelectorAll('.chat-question')]
  const distance = top(questions.at(-1)) - top(transcript)
  const rest = transcript.scrollHeight - transcript.scrollTop - transcript.clientHeight
  return distance >= 0 && distance < (rest > 1 ? 40 : transcript.clientHeight)
})()`

/** Run in the browser, whose things are not known here. */
const isDrawn = (element: unknown) => {
  const { complete, naturalWidth } = element as Record<'complete' | 'naturalWidth', unknown>
  return complete === true && Number(naturalWidth) > 0
}
/** How many rows there are to write in. */
const rowsOfInput = `(() => {
  const box = document.querySelector('.chat-input textarea')
  const { lineHeight, paddingTop, paddingBottom } = getComputedStyle(box)
  const height = box.clientHeight - parseFloat(paddingTop) - parseFloat(paddingBottom)
  return Math.round(height / parseFloat(lineHeight))
})()`

const folder = process.env.RECTO_E2E_DOCUMENTS
/** An app has no more documents. */
const maxDocuments = 5

async function invoicesToAsk() {
  if (!folder) return sampleInvoices()
  const all = (await readdir(folder)).filter((name) => name.endsWith('.pdf')).sort()
  return Promise.all(
    all
      .slice(0, maxDocuments)
      .map(async (name) => ({ name, file: await readFile(join(folder, name)) })),
  )
}

describe.skipIf(!hasBrowser)('an app that answers questions about invoices', () => {
  let buckets: BucketServer
  let model: CannedModelServer
  let story: ToolStory
  let visit: Visit
  let page: Page
  let names: readonly string[]
  let invoiceFlow: string

  beforeAll(async () => {
    buckets = await startBucketServer(['docs'])
    const invoices = await invoicesToAsk()
    names = invoices.map(({ name }) => name)
    for (const { name, file } of invoices) {
      const address = `${buckets.url}/docs/in/${encodeURIComponent(name)}`
      expect((await fetch(address, { method: 'PUT', body: Buffer.from(file) })).status).toBe(200)
    }
    const prompts = { invoice_number: 'What is the number of the invoice?' }
    story = await openToolStory({ reply: modelReply, name: tool, prompts })
    model = story.model
    visit = story.visit
    page = visit.page
  })
  afterAll(async () => {
    await story?.close()
    await buckets?.stop()
  })

  beforeEach(async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  const conversation = () => page.getByRole('region', { name: 'Conversation' })
  const input = () => page.getByRole('textbox', { name: 'Your question' })
  const send = async (question: string) => {
    await input().fill(question)
    await page.keyboard.press('Enter')
  }
  /** Creates a workflow with a source and a tool; the test chooses its destination on the page. */
  async function makeFlow(name: string, toolName: string): Promise<string> {
    const { ask, post } = await askAs(page)
    const connectors = await ask('connector/')
    const connector = connectors[0]?.id ?? (await makeBucketConnector(page, buckets))
    const tools = await ask('tool/')
    const { function_name } = tools.find((one: { name: string }) => one.name === toolName)
    const { id } = await post('workflow/', { workflow_name: name })
    const ends = await ask(`workflow/${id}/endpoint/`)
    const source = ends.find((one: { endpoint_type: string }) => one.endpoint_type === 'SOURCE')
    const data = {
      connection_type: 'FILESYSTEM',
      connector_instance: connector,
      configuration: { folders: ['docs/in'] },
    }
    await ask(`workflow/endpoint/${source.id}/`, { method: 'PATCH', data })
    await post('tool_instance/', { workflow_id: id, tool_id: function_name })
    await page.goto(`/recto/workflows/${id}`)
    await choose(page.getByRole('combobox', { name: 'Where values go' }), 'App Deployment')
    await page.getByText('Successfully updated').waitFor()
    return id
  }

  async function run(workflow_id: string): Promise<void> {
    const { ask, post } = await askAs(page)
    const { execution_id } = await post('workflow/execute/', { workflow_id })
    await post('workflow/execute/', { workflow_id, execution_id })
    const state = async () => (await ask(`execution/${execution_id}/`)).status
    await expect.poll(state, { timeout: 300_000 }).toBe('COMPLETED')
  }

  async function makeApp(displayName: string, name: string, workflow: string): Promise<void> {
    await page.goto('/recto/app')
    await page.getByRole('button', { name: 'New App Deployment' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Display Name').fill(displayName)
    await dialog.getByLabel('App Name').fill(name)
    await dialog.getByLabel('Description').fill('Ask about what suppliers send')
    await choose(dialog.getByRole('combobox', { name: 'Workflow' }), workflow)
    if (name === 'invoice-desk') await lookAt(visit, 'c02-dialog')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('New App Deployment created successfully').waitFor()
  }

  test('[AP-001] [AP-003] [AP-011] [AP-012] [AP-030] [AP-032] is made of a workflow whose destination is an app', async () => {
    pictureOnFailure(visit)
    await page.goto('/recto/app')
    await page.getByText('Currently you have no App Deployments').waitFor()
    await lookAt(visit, 'c01-no-apps')
    invoiceFlow = await makeFlow('Invoices to ask', tool)
    await makeApp('Invoice desk', 'invoice-desk', 'Invoices to ask')
    await page.getByRole('table', { name: 'App deployments' }).getByText('invoice-desk').waitFor()
    await lookAt(visit, 'c03-apps')

    await page.getByRole('link', { name: 'Invoice desk' }).click()
    await page.getByText('This app has no documents yet.').waitFor()
    await lookAt(visit, 'c04-no-documents')
    await run(invoiceFlow)
  })

  test('[AP-037] [AP-040] [AP-041] [AP-042] [AP-043] has its documents at the left, and room to ask', async () => {
    pictureOnFailure(visit)
    await page.goto('/recto/app/invoice-desk')
    await page.getByRole('tab', { name: 'Documents' }).click()
    for (const name of names) await page.getByRole('button', { name }).waitFor()
    const width = async (part: string) => (await page.locator(part).boundingBox())?.width ?? 0
    expect((await width('.chat-main')) / (await width('.chat-side'))).toBeCloseTo(3)

    const rows = () => page.evaluate<number>(rowsOfInput)
    expect(await rows()).toBe(2)
    await input().fill('What?\n'.repeat(20))
    await expect.poll(rows).toBe(8)
    await input().fill('')
    await lookAt(visit, 'c05-documents')
  })

  test('[AP-044] [AP-045] [AP-047] answers, and each answer leads to its place on the page', async () => {
    pictureOnFailure(visit)
    await page.goto('/recto/app/invoice-desk')
    await send('What is the total of the first invoice?')
    await conversation().getByText('this closes the account').first().waitFor()
    await page.waitForURL(/\?chat=[0-9a-f-]{36}$/)
    await page.getByRole('list', { name: 'Chats' }).getByText('What is the tot').waitFor()
    await lookAt(visit, 'c06-answer')

    await conversation().getByRole('button', { name: 'Citation 1' }).click()
    const drawer = page.getByRole('dialog')
    const citedText =
      (await conversation()
        .getByText(/^page \d+/)
        .first()
        .textContent()) ?? ''
    const picture = drawer.getByRole('img', {
      name: new RegExp(`^Page ${/\d+/.exec(citedText)?.[0]} of `),
    })
    await expect.poll(() => picture.evaluate(isDrawn)).toBe(true)
    await drawer.locator('.chat-band').first().waitFor()
    await lookAt(visit, 'c07-page')
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'hidden' })
  })

  test('[AP-046] grows while it is awaited, is stopped, and comes whole when it is tried again', async () => {
    pictureOnFailure(visit)
    const { promise: rest, resolve: goOn } = Promise.withResolvers<void>()
    model.script({ reply: modelReply, rest })
    await send('And the total of the second one?')
    const growingAnswer = conversation().locator('[aria-busy="true"]')
    await growingAnswer.getByText('The invoice says').waitFor()
    await growingAnswer.locator('.chat-mark-to-come').waitFor()
    expect(await growingAnswer.textContent()).not.toContain('[1]')
    expect(await input().isDisabled()).toBe(true)
    await lookAt(visit, 'c08-growing')

    await page.getByRole('button', { name: 'Stop' }).click()
    await conversation().getByText('The answer was stopped.').waitFor()
    const stoppedTurn = conversation()
      .getByRole('listitem')
      .filter({ hasText: 'The answer was stopped.' })
    await stoppedTurn.getByRole('list', { name: 'Citations' }).waitFor()
    await lookAt(visit, 'c09-stopped')
    goOn()
    await page.getByRole('button', { name: 'Try again' }).click()
    const answers = conversation().locator('.chat-answer[data-kind="answer"]')
    await answers.nth(1).getByText('this closes the account').waitFor()
    expect(await conversation().getByText('The answer was stopped.').count()).toBe(0)
    await page.locator('textarea:focus').waitFor()
  })

  test('[AP-074] says plainly what the documents do not, and what failed, and keeps both', async () => {
    pictureOnFailure(visit)
    await send('Who lives on the moon?')
    await conversation().locator('.chat-answer').getByText(notAnswered).waitFor()
    visit.expectRefusal('500 POST /api/v1/recto/recto/chat/')
    model.script({ status: 500, message: 'The model is being moved.' })
    await send('What is the total of all?')
    await page.getByRole('button', { name: 'Try again' }).waitFor()
    await expect.poll(() => input().isDisabled()).toBe(false)
    await lookAt(visit, 'c10-failed')

    await page.reload()
    await conversation().getByText(notAnswered).waitFor()
    await page.getByRole('button', { name: 'Try again' }).waitFor()
    const { page: otherPage, close } = await secondTab()
    await otherPage.getByText(notAnswered).waitFor()
    await close()
  })

  test('has tables and lists, no HTML and no pictures, and its citations by document', async () => {
    pictureOnFailure(visit)
    await page.getByRole('button', { name: 'New chat' }).click()
    await send('Show me all rows in a table')
    const lastAnswer = conversation().locator('.chat-answer[data-kind="answer"]').last()
    await lastAnswer.getByRole('table').waitFor()
    await lastAnswer.getByRole('listitem').getByText('second point').waitFor()

    expect(await lastAnswer.getByRole('img').count()).toBe(0)
    expect(await lastAnswer.locator('script, a[href^="javascript"]').count()).toBe(0)
    expect(await lastAnswer.textContent()).toContain('<script>')
    expect(await page.title()).not.toBe('taken')
    const marks = await lastAnswer.getByRole('button', { name: /^Citation \d+$/ }).count()
    const citations = lastAnswer.getByRole('list', { name: 'Citations' })
    const documentCount = await citations.locator(':scope > li').count()
    const placeCount = await citations.getByText(/^page \d+/).count()
    expect(marks).toBeGreaterThan(3 * documentCount)
    expect(documentCount).toBeLessThanOrEqual(names.length)
    expect(placeCount).toBeLessThanOrEqual(3 * documentCount)
    await lookAt(visit, 'c15-table')
    await citations
      .getByRole('button', { name: /^Show \d+ more$/ })
      .first()
      .click()
    await expect.poll(() => citations.getByText(/^page \d+/).count()).toBeGreaterThan(placeCount)
  })

  test('scrolls to the latest question when it is asked and when the chat is opened again', async () => {
    pictureOnFailure(visit)
    await page.setViewportSize({ width: 1440, height: 500 })
    for (const question of ['What is the total?', 'And the table again?']) {
      await send(question)
      await expect.poll(() => input().isDisabled()).toBe(false)
      await expect.poll(() => page.evaluate<boolean>(isAtLatestQuestion)).toBe(true)
    }
    await page.reload()
    await conversation().getByText('And the table again?').waitFor()
    await expect.poll(() => page.evaluate<boolean>(isAtLatestQuestion)).toBe(true)
  })

  test('is saved as a Markdown file with its citations', async () => {
    pictureOnFailure(visit)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export chat' }).click(),
    ])
    const text = await readFile(await download.path(), 'utf8')

    expect(download.suggestedFilename()).toMatch(/\.md$/)
    expect(text).toContain('> What is the total?')
    expect(text).toMatch(/^- \[1\] .*, page 1: /m)
    expect(text).not.toMatch(/<script>|!\[/)
  })

  /** Opens a second tab of the same person. */
  async function secondTab() {
    const otherPage = await page.context().newPage()
    await otherPage.goto(page.url())
    return { page: otherPage, close: () => otherPage.close() }
  }

  test('[AP-068] [AP-076] offers questions, of which a click asks one', async () => {
    pictureOnFailure(visit)
    await page.getByRole('button', { name: 'New chat' }).click()
    await page.getByRole('tab', { name: 'Canned Questions' }).click()
    await page.getByRole('button', { name: 'New question' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Question').fill('What is the total to be paid?')
    await lookAt(visit, 'c11-canned-dialog')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await lookAtSide('c12-canned')
    await page.getByRole('button', { name: 'What is the total to be paid?', exact: true }).click()
    await conversation().getByText('this closes the account').first().waitFor()
  })

  async function lookAtSide(name: string): Promise<void> {
    await page.getByRole('button', { name: 'What is the total to be paid?', exact: true }).waitFor()
    await lookAt(visit, name)
  }

  test('quotes passages where no model is connected', async () => {
    pictureOnFailure(visit)
    const workflow = await makeFlow('Without a model', 'Invoices (sample)')
    await makeApp('Without a model', 'plain', 'Without a model')
    await run(workflow)
    await page.goto('/recto/app/plain')
    await send('What is the total?')
    await conversation().locator('blockquote').first().waitFor()
    await lookAt(visit, 'c13-passages')
    await page.setViewportSize({ width: 900, height: 900 })
    await page.getByRole('button', { name: 'Chats and documents' }).click()
    await page.getByRole('tab', { name: 'Documents' }).click()
    await page.getByRole('button', { name: names[0] ?? '', exact: true }).waitFor()
    await lookAt(visit, 'c14-side-of-narrow')
    expect(visit.problems()).toEqual([])
  })

  test('says which document leaves when a sixth one is added', async () => {
    pictureOnFailure(visit)
    await page.goto('/recto/app/invoice-desk')
    await page.getByRole('tab', { name: 'Documents' }).click()
    const documents = page.getByRole('list', { name: 'Documents' }).getByRole('button')
    const addDocument = async (number: number) => {
      const address = `${buckets.url}/docs/in/added-${number}.txt`
      const body = `Invoice number ADD-${number}\nTotal ${number}.00 EUR`
      expect((await fetch(address, { method: 'PUT', body })).status).toBe(200)
      await run(invoiceFlow)
      await documents.filter({ hasText: `added-${number}.txt` }).waitFor({ timeout: 60_000 })
    }
    for (let count = names.length; count < maxDocuments; count++) await addDocument(count)
    const [oldest = ''] = await documents.allTextContents()
    await page.getByText(`The next one replaces “${oldest.trim()}”.`).waitFor()

    await addDocument(maxDocuments)
    await page
      .getByText(`Removed, because newer documents were added: “${oldest.trim()}”.`)
      .waitFor()
    expect(await documents.count()).toBe(maxDocuments)
    await lookAt(visit, 'c16-sixth-document')
    expect(visit.problems()).toEqual([])
  })
})
