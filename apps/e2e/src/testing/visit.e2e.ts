import { expect, test } from 'vitest'
import { hasBrowser, openBrowser } from './open-browser.ts'
import { startVisit } from './visit.ts'

test.skipIf(!hasBrowser)('a visit notices what keeps people out and what goes wrong', async () => {
  await using browser = await openBrowser()
  const visit = await startVisit(browser, { origin: 'http://recto.example' })
  const { page } = visit
  await page.setContent('<html lang="en"><title>T</title><main><h1>Fine</h1></main></html>')
  await visit.checkPage()
  expect(visit.problems()).toEqual([])

  await page.setContent('<html lang="en"><title>T</title><main><button></button></main></html>')
  await expect(visit.checkPage()).rejects.toMatchObject({
    actual: [expect.stringContaining('button-name at button: ')],
  })

  const failedRequest = page.waitForEvent('requestfailed')
  await page.evaluate(`console.error('oh'); fetch('http://127.0.0.1:9/x').catch(() => undefined)`)
  await failedRequest
  const problems = ['console: oh', 'another host: http://127.0.0.1:9/x']
  expect(visit.problems()).toEqual(expect.arrayContaining(problems))
})
