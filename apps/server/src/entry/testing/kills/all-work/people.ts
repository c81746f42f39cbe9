import { setTimeout as sleep } from 'node:timers/promises'
import { joinOrganization } from '../../review/join-organization.ts'
import { approveAll, reviewAll, type Work } from '../../review/scripted-people.ts'
import type { PostOffice } from './mails.ts'
import type { Site } from './site.ts'

const workSeconds = 2
const pauseSeconds = 4

export type People = {
  /** Reviews and approves, with pauses in which work accumulates. */
  run(signal: AbortSignal): Promise<unknown>
  readonly work: Work
}

/** A reviewer, who corrects every document, and a supervisor, who approves it. */
export async function invitePeople(
  { admin, origin }: Site,
  { readToken }: PostOffice,
  workflows: readonly string[],
): Promise<People> {
  const reviewer = await joinOrganization(admin, origin, {
    email: 'rita@example.org',
    role: 'reviewer',
    readToken,
  })
  const supervisor = await joinOrganization(admin, origin, {
    email: 'sven@example.org',
    role: 'supervisor',
    readToken,
  })
  const work: Work = { finished: 0, approved: 0, cut: 0, wrong: [], edited: new Set() }
  return {
    work,
    async run(signal) {
      while (!signal.aborted) {
        const shift = AbortSignal.any([signal, AbortSignal.timeout(workSeconds * 1000)])
        const atWork = workflows.flatMap((className) => [
          reviewAll(reviewer, { className, signal: shift }, work),
          approveAll(supervisor, { className, signal: shift }, work),
        ])
        await Promise.all(atWork)
        await sleep(pauseSeconds * 1000, undefined, { signal }).catch(() => {})
      }
    },
  }
}
