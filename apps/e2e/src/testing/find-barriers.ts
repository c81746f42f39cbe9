import axe, { type AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

/** Resolves when nothing moves any more but what moves without end; what has just changed begins to move a frame later. */
const settled = `(async () => {
  for (let round = 0; round < 3; round++) {
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
    await Promise.all(
      document.getAnimations()
        .filter((one) => Number.isFinite(one.effect?.getComputedTiming().endTime))
        .map((one) => one.finished.catch(() => undefined)),
    )
  }
})()`

/** The serious and critical findings of axe in the page as it is now: what it is, and where. */
export async function findBarriers(page: Page): Promise<readonly string[]> {
  await page.evaluate(settled)
  await page.evaluate(`globalThis.axe ?? (() => { ${axe.source} })()`)
  const { violations } = await page.evaluate<AxeResults>(`axe.run(document)`)
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary = '' }) => {
        const reason = failureSummary.split('\n').slice(1).join(' ').trim()
        return `${id} at ${target.join(' ')}: ${reason}`
      }),
    )
}
