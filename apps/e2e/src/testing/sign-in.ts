import type { Page } from 'playwright-core'
import type { Product } from './start-product.ts'

/** Signs in with the form and waits for the first page of the product; declines the tours on the first sign-in. */
export async function signIn(page: Page, { admin }: Product): Promise<void> {
  await page.goto('/api/v1/login')
  await page.getByLabel('Username').fill(admin.username)
  await page.getByLabel('Password').fill(admin.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('navigation', { name: 'Main' }).waitFor({ state: 'attached' })
  const profile = await page.request.get('/api/v1/recto/recto/users/profile/')
  const { user } = await profile.json()
  if (!user.login_onboarding_message_displayed) await declineTours(page)
}

/** Declines the tours that a new user is offered: that of the product, and that of the studio on its own page. */
export async function declineTours(
  page: Page,
  tours: readonly string[] = ['Recto', 'Prompt Studio'],
): Promise<void> {
  for (const name of tours) {
    const offer = page
      .getByRole('complementary', { name: 'Tour' })
      .filter({ hasText: `New to ${name}?` })
    await offer.getByRole('button', { name: 'Do not offer the tour again' }).click()
    await offer.waitFor({ state: 'hidden' })
  }
}
