import type { Browser, openBrowser } from '../../../apps/e2e/src/testing/open-browser.ts'
import { type Traced, tracePage } from './trace-page.ts'

type Page = Awaited<ReturnType<Browser['newPage']>>

export type RunLooks = {
  /** Results of the browser's performance trace while everything runs. */
  readonly traced: Traced
  /** Number of times that the page showed new progress. */
  readonly steps: number
  readonly ended: number
  readonly total: number
  /** Time from the click until the page shows the number of running items. */
  readonly startMilliseconds: number
}

const watchMilliseconds = 15_000

/** Each time that a frame is drawn. */
const watchProgress = `new Promise((done) => {
  const told = []
  const start = performance.now()
  const look = (now) => {
    const label = document.querySelector('[role="progressbar"]')?.getAttribute('aria-label')
    if (label) told.push(label)
    if (now - start < ${watchMilliseconds}) requestAnimationFrame(look)
    else done(told)
  }
  requestAnimationFrame(look)
})`

/** Runs everything on all documents, watches for a while how the page keeps up, and stops it. */
export async function lookAtRuns(page: Page): Promise<RunLooks> {
  await page.getByRole('button', { name: 'More ways to run' }).click()
  await page.getByRole('menuitem', { name: /^On all \d+ documents …$/ }).click()
  const start = performance.now()
  await page.getByRole('button', { name: /^Run [\d,]+ values$/ }).click()
  await page.getByRole('button', { name: /running$/ }).waitFor()
  const startMilliseconds = performance.now() - start
  await page.getByRole('progressbar').waitFor()
  const { result: told, traced } = await tracePage(page, () =>
    page.evaluate<string[]>(watchProgress),
  )
  await page.getByRole('button', { name: 'Cancel all runs' }).click()
  await page.getByRole('button', { name: /Run all$/ }).waitFor({ timeout: 120_000 })
  const [, ended = 0, total = 0] = (/^(\d+) of (\d+)/.exec(told.at(-1) ?? '') ?? []).map(Number)
  return {
    traced,
    steps: new Set(told).size,
    ended,
    total,
    startMilliseconds,
  }
}
