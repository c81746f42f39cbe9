import type { Locator } from 'playwright-core'

/** Opens a select and takes the choice of that name. */
export async function choose(select: Locator, name: string): Promise<void> {
  await select.click()
  // What the library offers to assistive technology is another list, which no mouse can reach.
  const choices = select.page().locator('.ant-select-item-option').filter({ visible: true })
  await choices.and(select.page().getByTitle(name, { exact: true })).click()
}
