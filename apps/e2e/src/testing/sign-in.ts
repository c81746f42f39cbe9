import type { Page } from 'playwright-core'
import type { Product } from './start-product.ts'

/** By the form, until the first page of the product is there. */
export async function signIn(page: Page, { admin }: Product): Promise<void> {
  await page.goto('/api/v1/login')
  await page.getByLabel('User name').fill(admin.username)
  await page.getByLabel('Password').fill(admin.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('navigation', { name: 'Main' }).waitFor()
}
