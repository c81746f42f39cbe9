import type { Locator, Page } from 'playwright-core'

const maxPresses = 80

/** Opens a select and picks the option with the given name. */
export async function choose(select: Locator, name: string): Promise<void> {
  await select.click()
  // The options by role belong to a separate list for assistive technology, which cannot be clicked.
  const choices = select.page().locator('.ant-select-item-option').filter({ visible: true })
  await choices.and(select.page().getByTitle(name, { exact: true })).click()
}

/** Presses Tab until the element with the given label has the focus, as a keyboard user does. */
export async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const isTarget = (label: string) => (typeof name === 'string' ? label === name : name.test(label))
  const labels: string[] = []
  for (let count = 0; count < maxPresses; count++) {
    await page.keyboard.press('Tab')
    const label = await page.evaluate<string>(
      `document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? ''`,
    )
    if (isTarget(label)) return
    labels.push(label)
  }
  throw new Error(`No Tab led to ${name}, only to: ${labels.join(' | ')}`)
}

/** Chooses an action of a project: its button in the header, or its item in the menu where there is no room. */
export async function chooseAction(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name, exact: true })
  const menu = page.getByRole('button', { name: 'More actions', exact: true })
  await button.or(menu).first().waitFor()
  if (await button.isVisible()) return button.click()
  await menu.click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}
