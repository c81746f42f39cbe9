import process from 'node:process'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'

const folder = fileURLToPath(new URL('../../../../docs/guide/images/', import.meta.url))

/** With `RECTO_GUIDE_PICTURES`, takes the guide's picture of that name anew; small, because it lies in the repository. */
export async function pictureForGuide(page: Page, name: string): Promise<void> {
  const before = page.viewportSize()
  if (!process.env.RECTO_GUIDE_PICTURES || !before) return
  await page.setViewportSize({ width: 1180, height: 700 })
  await page.screenshot({ path: `${folder}${name}.jpg`, type: 'jpeg', quality: 62 })
  await page.setViewportSize(before)
}
