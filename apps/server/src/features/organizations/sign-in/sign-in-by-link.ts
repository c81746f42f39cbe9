import type { Context, RequestPlace } from '../../../platform/context.ts'
import { createToken, digestOf, inHours } from '../accounts/one-time-token.ts'
import { tooMany } from '../accounts/refuse-access.ts'
import { consumeSignInLink, insertSignInLink } from './sign-in-links.store.ts'
import { countSensitiveRequest } from './slow-down.ts'

const linkHours = 1

/** Creates a link that signs an account in once, within an hour. Returns its token. */
export async function createSignInLink(ctx: Pick<Context, 'db'>, userId: number): Promise<string> {
  const { token, tokenHash } = createToken()
  await insertSignInLink(ctx, { tokenHash, userId, expiresAt: inHours(linkHours) })
  return token
}

type FollowLinkOptions = {
  readonly token: string
  readonly place: Pick<RequestPlace, 'address'>
}

/** Returns the id of the account that a link signs in; `undefined` if it was used or is too old. */
export async function followSignInLink(
  ctx: Context,
  { token, place }: FollowLinkOptions,
): Promise<number | undefined> {
  const waitSeconds = await countSensitiveRequest(ctx, { purpose: 'link', address: place.address })
  if (waitSeconds !== undefined) throw tooMany(waitSeconds)
  const link = await consumeSignInLink(ctx, digestOf(token))
  return link?.userId
}
