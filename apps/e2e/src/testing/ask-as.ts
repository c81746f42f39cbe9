import type { Page } from 'playwright-core'

/** Sends requests to the server as the person who is signed in at a page; an error status fails the test. */
export async function askAs(page: Page, organization = 'recto') {
  const cookies = await page.context().cookies()
  const headers = { 'x-csrftoken': cookies.find(({ name }) => name === 'csrftoken')?.value ?? '' }
  const ask = async (path: string, options?: Parameters<Page['request']['fetch']>[1]) => {
    const reply = await page.request.fetch(`/api/v1/recto/${organization}/${path}`, {
      headers,
      ...options,
    })
    if (!reply.ok()) throw new Error(`${path}: ${reply.status()} ${await reply.text()}`)
    const text = await reply.text()
    return text === '' ? undefined : JSON.parse(text)
  }
  return { ask, post: (path: string, data: object) => ask(path, { method: 'POST', data }) }
}

/** Functions that send requests as one person. */
export type PageRequests = Awaited<ReturnType<typeof askAs>>
