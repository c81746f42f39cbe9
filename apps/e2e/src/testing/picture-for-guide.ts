import process from 'node:process'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'

const folder = fileURLToPath(new URL('../../../../docs/guide/images/', import.meta.url))

/** Updates a picture of the guide if `RECTO_GUIDE_PICTURES` is set; it is small, because the repository contains it. */
export async function pictureForGuide(page: Page, name: string): Promise<void> {
  const initialSize = page.viewportSize()
  if (!process.env.RECTO_GUIDE_PICTURES || !initialSize) return
  await page.setViewportSize({ width: 1180, height: 700 })
  await page.screenshot({ path: `${folder}${name}.jpg`, type: 'jpeg', quality: 62 })
  await page.setViewportSize(initialSize)
}
