import type { Browser } from '../../../apps/e2e/src/testing/open-browser.ts'
import { type PageTrace, tracePage } from './trace-page.ts'

type Page = Awaited<ReturnType<Browser['newPage']>>

export type RunFigures = {
  /** Results of the browser's performance trace while everything runs. */
  readonly trace: PageTrace
  /** Number of times that the page showed new progress. */
  readonly steps: number
  readonly endedCount: number
  readonly total: number
  /** Time from the click until the page shows the number of running items. */
  readonly startMilliseconds: number
}

const watchMilliseconds = 15_000

/** Records the label of the progress bar in each frame. */
const watchProgress = `new Promise((done) => {
  const labels = []
  const start = performance.now()
  const look = (now) => {
    const label = document.querySelector('[role="progressbar"]')?.getAttribute('aria-label')
    if (label) labels.push(label)
    if (now - start < ${watchMilliseconds}) requestAnimationFrame(look)
    else done(labels)
  }
  requestAnimationFrame(look)
})`

/** Runs all prompts on all documents, watches the page for a while, and cancels the runs. */
export async function measureRuns(page: Page): Promise<RunFigures> {
  await page.getByRole('button', { name: 'More run options' }).click()
  await page.getByRole('menuitem', { name: /^On all \d+ documents…$/ }).click()
  const start = performance.now()
  await page.getByRole('button', { name: /^Run [\d,]+ values$/ }).click()
  await page.getByRole('button', { name: /running$/ }).waitFor()
  const startMilliseconds = performance.now() - start
  await page.getByRole('progressbar').waitFor()
  const { result: labels, trace } = await tracePage(page, () =>
    page.evaluate<string[]>(watchProgress),
  )
  await page.getByRole('button', { name: 'Cancel all runs' }).click()
  await page.getByRole('button', { name: /Run all$/ }).waitFor({ timeout: 120_000 })
  const [, endedCount = 0, total = 0] = (/^(\d+) of (\d+)/.exec(labels.at(-1) ?? '') ?? []).map(
    Number,
  )
  return {
    trace,
    steps: new Set(labels).size,
    endedCount,
    total,
    startMilliseconds,
  }
}
