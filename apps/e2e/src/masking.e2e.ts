/**
 * A model is marked as outside and a project masks accounts, addresses and a name: what has left the house is shown call by call, with
 * placeholders, and with what they stand for once somebody asks.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askAs } from './testing/ask-as.ts'
import { deployByCall } from './testing/deploy-by-call.ts'
import { lookAt } from './testing/look-at.ts'
import { hasBrowser } from './testing/open-browser.ts'
import { openToolStory, type ToolStory } from './testing/open-story.ts'
import { chooseAction } from './testing/page-actions.ts'
import { runInStudio } from './testing/run-in-studio.ts'
import { pictureOnFailure, type Visit } from './testing/visit.ts'

const name = 'Letters to a bank'
const prompts = {
  account: 'To which account is it to be paid?',
  answer_to: 'Where does the answer go?',
}
const iban = 'DE89 3704 0044 0532 0130 00'
const mail = 'ana.lima@books.example'
const letter = [
  'Lima & Daughters',
  'Harbour Road 7, Whitby',
  '',
  'Dear Sir or Madam,',
  `please pay the amount of 412.00 to our new account: ${iban}`,
  `Answer to: ${mail}`,
  'With kind regards',
  'Ana Lima',
].join('\n')

/** Replies with the text after the colon, as the model received it. */
function reply({ prompt }: { readonly prompt: string }): string {
  const label = prompt.includes(prompts.account) ? /new account: (.*)/ : /Answer to: (.*)/
  return label.exec(prompt)?.[1]?.trim() ?? 'NA'
}

describe.skipIf(!hasBrowser)('what leaves the house', () => {
  let story: ToolStory
  let visit: Visit
  let projectId: string

  beforeAll(async () => {
    story = await openToolStory({ name, prompts, reply })
    ;({ visit, projectId } = story)
  }, 120_000)
  afterAll(() => story?.close())

  test('is what goes to adapters that somebody marks as outside', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await page.goto('/recto/settings/llms')
    await page.getByRole('button', { name: `Edit Model of ${name}` }).click()
    const externalLocator = page.getByRole('dialog').getByRole('checkbox', { name: 'External' })
    await externalLocator.scrollIntoViewIfNeeded()
    await externalLocator.check()
    await lookAt(visit, 'masking-adapter')
    await page.getByRole('dialog').getByRole('button', { name: 'Test Connection' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Submit' }).click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await lookAt(visit, 'masking-adapters')
  }, 60_000)

  test('holds no value of what the project masks', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await page.goto(`/recto/tools/${projectId}`)
    await page.getByRole('button', { name: 'Settings' }).click()
    await page.getByRole('dialog').getByRole('menuitem', { name: 'Masking' }).click()
    await lookAt(visit, 'masking-none')
    await page.getByRole('checkbox', { name: 'Bank accounts (IBAN)' }).check()
    await page.getByRole('checkbox', { name: 'Email addresses' }).check()
    await page.getByLabel('Names and words').fill('Ana Lima')
    await page.keyboard.press('Enter')
    await lookAt(visit, 'masking-chosen')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved masking settings successfully').waitFor()

    await runInStudio(page, projectId, {
      name: 'letter.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from(letter),
    })
    const requestTexts = JSON.stringify(story.model.requests.map(({ body }) => body))
    for (const value of [iban, mail, 'Ana Lima']) expect(requestTexts).not.toContain(value)
  }, 60_000)

  test('is shown for a run, with placeholders and with what they stand for', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await page.goto(`/recto/tools/${projectId}`)
    await page.getByRole('button', { name: 'Next document' }).click()
    await page.getByText(iban).first().waitFor()
    await chooseAction(page, 'Compare runs')
    await page.getByRole('tab', { name: 'Sent to providers' }).click()
    await page
      .getByText(/^\[[A-Z]{4,5}-[B-Z]{5}\]$/)
      .first()
      .waitFor()
    await lookAt(visit, 'masking-run')
    await page.getByRole('switch', { name: 'Show original values' }).click()
    await page.locator('.sent-text mark').filter({ hasText: mail }).first().waitFor()
    await lookAt(visit, 'masking-run-originals')
  }, 60_000)

  test('is shown for a file of a run', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    const { post } = await askAs(page)
    await post(`prompt-studio/export/${projectId}`, {
      is_shared_with_org: true,
      force_export: true,
    })
    const { send } = await deployByCall(page, { tool: name, apiName: 'letters-to-bank' })
    const { executionId } = await send({ 'letter.txt': letter })
    await page.goto(`/recto/logs/API/${executionId}`)
    await page
      .getByRole('button', { name: /result/i })
      .first()
      .click()
    await page.getByText('Sent to providers').click()
    await page.getByText('2 external calls, 3 values masked.').waitFor()
    await lookAt(visit, 'masking-file')
    expect(visit.problems()).toEqual([])
  }, 60_000)
})
