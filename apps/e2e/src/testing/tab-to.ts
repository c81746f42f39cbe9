import type { Page } from 'playwright-core'

const MOST = 80

/** Presses Tab until what is called that has the focus, as somebody without a mouse does. */
export async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const isIt = (called: string) => (typeof name === 'string' ? called === name : name.test(called))
  const met: string[] = []
  for (let pressed = 0; pressed < MOST; pressed++) {
    await page.keyboard.press('Tab')
    const called = await page.evaluate<string>(
      `document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? ''`,
    )
    if (isIt(called)) return
    met.push(called)
  }
  throw new Error(`No Tab led to ${name}, only to: ${met.join(' | ')}`)
}
