import type { openBrowser } from '../../../apps/e2e/src/testing/open-browser.ts'
import { quantile, worstOf } from '../quantile.ts'

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof openBrowser>>['newPage']>>

export type RunLooks = {
  /** Between two frames while everything runs. */
  readonly frameMilliseconds: { readonly p50: number; readonly p99: number; readonly worst: number }
  /** How often the page told how far it was, each time with another number. */
  readonly steps: number
  readonly ended: number
  readonly total: number
  /** From the click until the page says how many run. */
  readonly startMilliseconds: number
}

/** Runs everything on all documents, watches for a while how the page keeps up, and stops it. */
export async function lookAtRuns(page: Page): Promise<RunLooks> {
  await page.getByRole('button', { name: 'More ways to run' }).click()
  const start = performance.now()
  await page.getByRole('menuitem', { name: /^On all \d+ documents$/ }).click()
  await page.getByRole('button', { name: /running$/ }).waitFor()
  const startMilliseconds = performance.now() - start
  await page.getByRole('progressbar').waitFor()
  const { frames, told } = await page.evaluate<{ frames: number[]; told: string[] }>(watchFrames)
  await page.getByRole('button', { name: 'Cancel all runs' }).click()
  await page.getByRole('button', { name: /Run all$/ }).waitFor({ timeout: 120_000 })
  const [, ended = 0, total = 0] = (/^(\d+) of (\d+)/.exec(told.at(-1) ?? '') ?? []).map(Number)
  return {
    frameMilliseconds: {
      p50: quantile(frames, 0.5),
      p99: quantile(frames, 0.99),
      worst: worstOf(frames),
    },
    steps: new Set(told).size,
    ...{ ended, total, startMilliseconds },
  }
}

const watchMilliseconds = 15_000

const watchFrames = `new Promise((done) => {
  const frames = []
  const told = []
  const start = performance.now()
  let before = start
  const look = (now) => {
    frames.push(now - before)
    before = now
    const label = document.querySelector('[role="progressbar"]')?.getAttribute('aria-label')
    if (label) told.push(label)
    if (now - start < ${watchMilliseconds}) requestAnimationFrame(look)
    else done({ frames: frames.slice(1), told })
  }
  requestAnimationFrame(look)
})`
