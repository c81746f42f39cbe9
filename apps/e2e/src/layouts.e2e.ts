/**
 * Approved bills of three issuers become three layouts: the settings of the project name each by its issuer, with its rules in
 * words, what they have answered and saved, and what is still asked of the model.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askAs } from './testing/ask-as.ts'
import { lookAt } from './testing/look-at.ts'
import { hasBrowser } from './testing/open-browser.ts'
import { openToolStory, type ToolStory } from './testing/open-story.ts'
import { pictureOnFailure, type Visit } from './testing/visit.ts'

const name = 'Bills of three'
const prompts = {
  invoice_number: 'What is the invoice number?',
  customer_name: 'Who is billed?',
  payable_amount: 'How much is to be paid?',
  politeness_of_the_letter: 'How polite is the letter?',
}

type Bill = { readonly number: string; readonly customer: string; readonly total: string }

const issuers: readonly ((bill: Bill) => readonly string[])[] = [
  ({ number, customer, total }) => [
    'Harbour Mill Ltd',
    '12 Quayside, Whitby',
    '',
    `Bill to                        Invoice no.   HM-${number}`,
    customer,
    '',
    `                               Total amount      ${total}`,
    '',
    'VAT GB 331 9920 17          mill@harbour.example',
  ],
  ({ number, customer, total }) => [
    'Castle Forge Co                         9 Anvil Row, Durham',
    '',
    '     Ironwork since 1871        desk@forge.example',
    '',
    `Customer:   ${customer}`,
    `Number:     CF/${number}`,
    `To be paid by transfer within ten days:      ${total}`,
    '',
    'VAT GB 902 4471 63',
  ],
  ({ number, customer, total }) => [
    '          Verwaltungsgesellschaft der Wasserwerke Oberes Erzgebirge mbH',
    '          Am Alten Rathaus 4, Annaberg',
    '',
    `Rechnungsnummer               ${number}-WW`,
    `Rechnungsempfänger            ${customer}`,
    `Zahlbetrag                    ${total}`,
    '',
    'USt-IdNr. DE 811 205 337      Steuernummer 227/4410/9',
  ],
]

const bills: readonly Bill[] = [
  { number: '1043', customer: 'Ruth Abbot', total: '120.00' },
  { number: '1058', customer: 'Omar Castle Lane', total: '49.80' },
  { number: '1101', customer: 'Ines Dorn', total: '1094.88' },
  { number: '1130', customer: 'Paul Eck', total: '9.48' },
  { number: '1172', customer: 'Ann Fry', total: '66.00' },
]
const next: Bill = { number: '1204', customer: 'Lea Gray', total: '14.40' }
const numbers = (number: string) => [`HM-${number}`, `CF/${number}`, `${number}-WW`]

describe.skipIf(!hasBrowser)('layouts of a project', () => {
  let story: ToolStory
  let visit: Visit
  let projectId: string
  let profile: string

  beforeAll(async () => {
    // The page computes the savings from the price of this model.
    story = await openToolStory({ name, prompts, modelName: 'gpt-4o', reply: 'Very polite' })
    ;({ visit, projectId } = story)
    const { ask } = await askAs(visit.page)
    profile = (await ask(`prompt-studio/${projectId}/`)).default_profile
  }, 120_000)
  afterAll(() => story?.close())

  async function upload(lines: readonly string[], file: string): Promise<string> {
    const { ask } = await askAs(visit.page)
    const buffer = Buffer.from(lines.join('\n'))
    const { data } = await ask(`prompt-studio/file/${projectId}`, {
      method: 'POST',
      multipart: { file: { name: file, mimeType: 'text/plain', buffer } },
    })
    return data[0].document_id
  }

  async function approve(index: number, bill: Bill, ids: readonly string[]): Promise<void> {
    const { ask } = await askAs(visit.page)
    const document_id = await upload(issuers[index]?.(bill) ?? [], `${index}-${bill.number}.txt`)
    for (const [i, truth] of [numbers(bill.number)[index], bill.customer, bill.total].entries()) {
      const data = { prompt_id: ids[i], document_id, truth }
      await ask(`prompt-studio/${projectId}/truths/`, { method: 'PUT', data })
    }
  }

  /** Asks every prompt of the next bill of an issuer. */
  async function run(index: number, number: string, ids: readonly string[]): Promise<void> {
    const { post } = await askAs(visit.page)
    const lines = issuers[index]?.({ ...next, number }) ?? []
    const document_id = await upload(lines, `${index}-${number}.txt`)
    for (const id of ids) {
      const runRequest = { id, document_id, profile_manager: profile }
      await post(`prompt-studio/fetch_response/${projectId}`, runRequest)
    }
  }

  async function openPanel(): Promise<void> {
    const { page } = visit
    await page.goto(`/recto/tools/${projectId}`)
    await page.getByRole('button', { name: 'Settings' }).click()
    await page.getByRole('dialog').getByRole('menuitem', { name: 'Layouts' }).click()
    await page.getByRole('switch', { name: 'Fill in fields using layout rules' }).waitFor()
  }

  test('are none before documents are approved, and the panel says what makes one', async () => {
    pictureOnFailure(visit)
    await openPanel()
    await visit.page
      .getByText(/^No layouts yet\. .* This project has 0 approved documents\.$/)
      .waitFor()
    await lookAt(visit, 'layouts-none')
  }, 60_000)

  test('are named by their issuers, with their rules, what they answered and what they saved', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    const { ask } = await askAs(page)
    const { prompts: all } = await ask(`prompt-studio/${projectId}/`)
    const ids = all.map(({ prompt_id }: { prompt_id: string }) => prompt_id)
    for (const index of issuers.keys()) for (const bill of bills) await approve(index, bill, ids)
    const layouts = async () => (await ask(`prompt-studio/${projectId}/layouts/`)).layouts
    await expect
      .poll(async () => (await layouts()).map((one: { fields: unknown[] }) => one.fields.length), {
        timeout: 90_000,
        interval: 500,
      })
      .toEqual([3, 3, 3])
    await run(0, '1204', ids)
    await run(0, '1219', ids)
    await run(1, '1204', ids)

    await openPanel()
    const mill = page.getByRole('region', { name: 'Harbour Mill Ltd' })
    await mill.getByText('the text to the right of “Invoice no.”').first().waitFor()
    await lookAt(visit, 'layouts-three')
    await page.getByRole('region', { name: /^Verwaltungsgesellschaft/ }).scrollIntoViewIfNeeded()
    await lookAt(visit, 'layouts-three-below')
    expect(await mill.getByText(/^Fields without a rule/).textContent()).toContain(
      'politeness_of_the_letter',
    )
  }, 180_000)

  test('say which of their rules a review has suspended', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    const address = `**/prompt-studio/${projectId}/layouts/`
    // The reply is changed as if the rules were still being tested, which takes only a moment.
    await page.route(address, async (route) => {
      const reply = await route.fetch()
      const body = await reply.json()
      for (const layout of body.layouts) layout.fields[0].is_suspended = true
      await route.fulfill({ response: reply, json: body })
    })
    await openPanel()
    await page
      .getByText(/A reviewer corrected this field/)
      .first()
      .waitFor()
    await lookAt(visit, 'layouts-suspended')
    await page.unroute(address)
    expect(visit.problems()).toEqual([])
  }, 60_000)
})
