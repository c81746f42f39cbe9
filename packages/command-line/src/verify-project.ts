import { setTimeout as sleep } from 'node:timers/promises'
import type { Platform } from '@recto/client/platform'
import type { getVerification, listVerifications } from '@recto/contract/tools/verifications'
import type { EndpointReply } from '@recto/contract/wire/endpoint'
import { CommandLineError } from './options.ts'

export type VerifiedProject = EndpointReply<typeof getVerification>

const maxWaitMinutes = 120

/**
 * Answers the expected values of a project and compares them with its published version. Returns undefined if there are
 * none.
 */
export async function verifyProject(
  platform: Platform,
  projectId: string,
): Promise<VerifiedProject | undefined> {
  const path = `prompt-studio/${projectId}/verifications/`
  const { truths } = await platform.send<EndpointReply<typeof listVerifications>>('GET', path)
  if (truths === 0) return undefined
  const { id } = await platform.send<{ id: string }>('POST', path)
  const deadline = performance.now() + maxWaitMinutes * 60_000
  while (performance.now() < deadline) {
    const verification = await platform.send<VerifiedProject>('GET', `${path}${id}/`)
    if (!['waiting', 'running'].includes(verification.state)) return verification
    await sleep(500)
  }
  throw new CommandLineError(
    `The expected values were not answered within ${maxWaitMinutes} minutes.`,
  )
}
