import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

/** The minified analyser has less than half of the characters, which every page receives and parses. */
const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** Resolves when all finite animations have ended; an animation may start one frame after a change. */
const awaitAnimations = `(async () => {
  for (let round = 0; round < 3; round++) {
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
    const animations = document.getAnimations()
      .filter((one) => Number.isFinite(one.effect?.getComputedTiming().endTime))
    if (animations.length === 0) return
    await Promise.all(animations.map((one) => one.finished.catch(() => undefined)))
  }
})()`

/** Without details of what passed and without loading style sheets again, axe needs far less time. */
const axeOptions = { resultTypes: ['violations'], preload: false }

/**
 * Rules that find at most moderate barriers, which `findBarriers` does not return: one of them measures every element of the
 * page. For axe, the impact of a finding is that of its rule. A rule without an impact runs.
 */
const skippedRules = `Object.fromEntries(axe._audit.rules
  .filter(({ impact }) => impact === 'minor' || impact === 'moderate')
  .map(({ id }) => [id, { enabled: false }]))`

/** These rules depend on colors alone. */
export const colorRules = ['color-contrast', 'link-in-text-block'] as const

/**
 * Nobody reaches the page behind a modal dialog, and a story has checked it before: the dialog alone takes a fraction of the
 * time.
 */
const context = `[...document.querySelectorAll('[role="dialog"][aria-modal="true"]')]
  .filter((dialog) => dialog.checkVisibility()).at(-1) ?? document`

/**
 * Returns the serious and critical findings of axe on the current page, each with its element and reason: of all
 * rules, or of those that are passed.
 */
export async function findBarriers(
  page: Page,
  runOnly?: readonly string[],
): Promise<readonly string[]> {
  await page.evaluate(awaitAnimations)
  // The analyser is large, so it is sent once for each page.
  if (!(await page.evaluate<boolean>(`'axe' in globalThis`))) await page.evaluate(axeSource)
  const options = JSON.stringify({ ...axeOptions, runOnly })
  const rules = runOnly ? '{}' : skippedRules
  const { violations } = await page.evaluate<AxeResults>(
    `axe.run(${context}, { ...${options}, rules: ${rules} })`,
  )
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary = '' }) => {
        const reason = failureSummary.split('\n').slice(1).join(' ').trim()
        return `${id} at ${target.join(' ')}: ${reason}`
      }),
    )
}
