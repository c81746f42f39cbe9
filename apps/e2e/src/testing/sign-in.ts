import type { Page } from 'playwright-core'
import type { Product } from './start-product.ts'

/** Signs in with the form and waits for the first page of the product; closes the greetings on the first sign-in. */
export async function signIn(page: Page, { admin }: Product): Promise<void> {
  await page.goto('/api/v1/login')
  await page.getByLabel('Username').fill(admin.username)
  await page.getByLabel('Password').fill(admin.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('navigation', { name: 'Main' }).waitFor({ state: 'attached' })
  const profile = await page.request.get('/api/v1/recto/recto/users/profile/')
  const { user } = await profile.json()
  if (!user.login_onboarding_message_displayed) await readGreetings(page)
}

/** Reads the greetings of a new user slide by slide: that of the product, and that of the studio on its own page. */
export async function readGreetings(
  page: Page,
  greetings: readonly string[] = ['Welcome', 'Prompt Studio'],
): Promise<void> {
  for (const name of greetings) {
    const greeting = page.getByRole('dialog', { name, exact: true })
    const next = greeting.getByRole('button', { name: 'Next' })
    const finish = greeting.getByRole('button', { name: 'Finish' })
    while ((await next.or(finish).textContent()) === 'Next') await next.click()
    await finish.click()
    await greeting.waitFor({ state: 'hidden' })
  }
}
