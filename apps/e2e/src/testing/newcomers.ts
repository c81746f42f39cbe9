import type { Page } from 'playwright-core'
import { choose } from './page-actions.ts'
import { declineTours } from './sign-in.ts'

export type Newcomer = { readonly email: string; readonly password: string }

/** Creates an account on the landing page, and declines the tours. */
export async function signUp(
  page: Page,
  { email, password, organization }: Newcomer & { readonly organization: string },
): Promise<void> {
  await page.goto('/')
  await page.getByRole('button', { name: 'Create an account' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Organization (optional)').fill(organization)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('navigation', { name: 'Main' }).waitFor({ state: 'attached' })
  await declineTours(page)
}

/** Invites a person on the page and returns the link, which the page shows if there is no mail server. */
export async function invite(
  page: Page,
  { email, role }: { readonly email: string; readonly role: string },
): Promise<string> {
  const menu = page.getByRole('navigation', { name: 'Main' })
  await menu.getByRole('link', { name: 'Platform', exact: true }).click()
  await page.getByRole('link', { name: /^User Management/ }).click()
  await page.getByRole('button', { name: 'Invite User' }).click()
  await page.getByLabel('Email').fill(email)
  await choose(page.getByRole('combobox', { name: 'Role' }), role)
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  const link = await page.getByLabel('Invitation link').inputValue()
  await page.getByRole('button', { name: 'Done' }).click()
  return link
}
