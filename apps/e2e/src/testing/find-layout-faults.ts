import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import type { Page } from 'playwright-core'

const source = readFileSync(new URL('../in-page/layout-faults.ts', import.meta.url), 'utf8')
const script = `globalThis.findLayoutFaults ?? (() => { ${stripTypeScriptTypes(source)} })()`

const windows = {
  '1920 px': { width: 1920, height: 1080 },
  '1440 px': { width: 1440, height: 900 },
  '1280 px': { width: 1280, height: 800 },
  '900 px': { width: 900, height: 900 },
  '1440 px at 200 %': { width: 720, height: 450 },
} as const

type Rounds = readonly {
  readonly texts: '' | ', longer texts'
  readonly names: readonly (keyof typeof windows)[]
}[]

const allRounds: Rounds = [
  { texts: '', names: ['1920 px', '1440 px', '1280 px', '900 px', '1440 px at 200 %'] },
  { texts: ', longer texts', names: ['1440 px at 200 %', '900 px', '1280 px'] },
]

/** For dialogs, and for states in which a page passes by: what fits at the ends fits between them. */
export const fewRounds: Rounds = [
  { texts: '', names: ['1920 px', '900 px'] },
  { texts: ', longer texts', names: ['1440 px at 200 %', '1280 px'] },
]

const awaitLayout = `(async () => {
  await document.fonts.ready
  for (let round = 0; round < 2; round++)
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
  await Promise.all(document.getAnimations()
    .filter((one) => Number.isFinite(one.effect?.getComputedTiming().endTime))
    .map((one) => one.finished.catch(() => undefined)))
})()`

/**
 * Returns what overlaps, overflows or is cut off on the current page, in windows of 900 to 1920 px and at 200 %,
 * with its texts and with texts that are 30 % longer.
 */
export async function findLayoutFaults(
  page: Page,
  rounds: Rounds = allRounds,
): Promise<readonly string[]> {
  await page.evaluate(script)
  const faults: string[] = []
  for (const { texts, names } of rounds) {
    if (texts !== '') await page.evaluate('lengthenTexts()')
    for (const name of names) {
      await page.setViewportSize(windows[name])
      await page.evaluate(awaitLayout)
      const pageFaults = await page.evaluate<string[]>('findLayoutFaults()')
      faults.push(...pageFaults.map((fault) => `${name}${texts}: ${fault}`))
    }
  }
  return faults
}

/** Counts the words that somebody can read in the window of the page. */
export async function countVisibleWords(page: Page): Promise<number> {
  await page.evaluate(script)
  return page.evaluate<number>('countVisibleWords()')
}
