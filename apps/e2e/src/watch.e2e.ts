/**
 * A deployment has read bills for days. When its model stops to find a field, the page *Watch* says so in words, shows the days in
 * charts and the documents behind it, and somebody acknowledges the alarm.
 */
import { Client } from 'pg'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { deployByCall } from './testing/deploy-by-call.ts'
import { lookAt } from './testing/look-at.ts'
import { hasBrowser } from './testing/open-browser.ts'
import { openToolStory, type ToolStory } from './testing/open-story.ts'
import { choose } from './testing/page-actions.ts'
import { reachDatabase } from './testing/reach-database.ts'
import { pictureOnFailure } from './testing/visit.ts'

const billCount = 60
const changedCount = 25

describe.skipIf(!hasBrowser)('a deployment that is watched', () => {
  let story: ToolStory
  let totalReply = '119.00'

  beforeAll(async () => {
    story = await openToolStory({
      name: 'Watched bills',
      prompts: { number: 'Which invoice number?', total: 'Which total?' },
      reply: ({ prompt }) => (prompt.includes('Which total?') ? totalReply : 'R-4711'),
    })
  }, 120_000)
  afterAll(() => story?.close())

  const billsOf = (start: number, count: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, index) => [
        `bill-${start + index}.txt`,
        `Bill ${start + index}\nInvoice R-4711\nTotal: 119.00 EUR\n`,
      ]),
    )

  /** Moves what was read so far to the days before. */
  async function spreadOverDays(): Promise<void> {
    const { host, port, close } = await reachDatabase(story.product)
    const database = new Client({
      connectionString: `postgresql://postgres:nobody@${host}:${port}/recto`,
    })
    await database.connect()
    await database.query(`update watched_document set observed_at = now() - interval '1 day' * (1 + n % 12)
      from (select file_execution_id as id, row_number() over (order by observed_at) as n
        from watched_document) numbered
      where numbered.id = watched_document.file_execution_id`)
    await database.end()
    close()
  }

  test('has charts by day, and an alarm in words that is acknowledged', async () => {
    const { page } = story.visit
    pictureOnFailure(story.visit)
    const { send } = await deployByCall(page, { tool: 'Watched bills', apiName: 'watched' })
    await page.goto('/recto/api')
    await page.getByRole('button', { name: 'Actions for Watched bills' }).click()
    await page.getByRole('menuitem', { name: 'Watch' }).click()
    await page.getByText('No documents were read yet').waitFor()
    await lookAt(story.visit, 'watch-empty')

    await send(billsOf(0, billCount / 2))
    await send(billsOf(billCount / 2, billCount / 2))
    await spreadOverDays()
    totalReply = 'NA'
    await send(billsOf(billCount, changedCount))
    const alarm = page.getByRole('article', { name: /^“total” is empty in 100% of the last/ })
    await alarm.waitFor({ timeout: 150_000 })
    await lookAt(story.visit, 'watch-alarm')
    await alarm.getByText(/documents behind it$/).click()
    await choose(page.getByRole('combobox', { name: 'Field' }), 'total')
    await page.getByRole('heading', { name: 'Alarms' }).waitFor()
    await lookAt(story.visit, 'watch-field')
    await alarm.getByRole('button', { name: 'Acknowledge' }).click()
    await page.getByText(/^Earlier alarms/).waitFor()
    await lookAt(story.visit, 'watch-acknowledged')
  }, 300_000)
})
