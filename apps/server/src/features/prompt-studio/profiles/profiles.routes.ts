import * as api from '@recto/contract/prompt-studio/profiles'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { registerEndpoint } from '../../../platform/http/register-endpoint.ts'
import { getOwnProfile } from '../rows/access.ts'
import { createProfile } from './create-profile.ts'
import { deleteProfile } from './delete-profile.ts'
import { listProfiles } from './list-profiles.ts'
import {
  presentLlmProfile,
  presentProfiles,
  rethrowProfileError,
  toNewProfile,
  toProfileAssertion,
  toProfileFields,
} from './map-profile.ts'
import { setDefaultProfile } from './set-default-profile.ts'
import { updateLlmProfile } from './update-profile.ts'

export function profileRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, ctx, api.listProfiles, async (ctx, { actor, params }) => {
    const profiles = await listProfiles(ctx, { actor, projectId: params.tool_id })
    return presentProfiles(ctx, actor, profiles)
  })

  registerEndpoint(app, ctx, api.setDefaultProfile, async (ctx, { actor, params, body }) => {
    const profileId = body.default_profile
    await setDefaultProfile(ctx, { actor, projectId: params.tool_id, profileId })
    return { default_profile: profileId }
  })

  for (const endpoint of [api.createProfile, api.createProfileHyphenated]) {
    registerEndpoint(app, ctx, endpoint, async (ctx, { actor, params, body }) => {
      const fields = { actor, projectId: params.tool_id, ...toNewProfile(body) }
      const profile = await createProfile(ctx, fields).catch(rethrowProfileError)
      return presentLlmProfile(ctx, actor, profile)
    })
  }

  registerEndpoint(app, ctx, api.getProfile, async (ctx, { actor, params }) =>
    presentLlmProfile(
      ctx,
      actor,
      await getOwnProfile(ctx, { actor, profileId: params.profile_id }),
    ),
  )

  for (const endpoint of [api.updateProfile, api.patchProfile]) {
    registerEndpoint(app, ctx, endpoint, async (ctx, { actor, params, body }) => {
      const request = {
        actor,
        profileId: params.profile_id,
        ...toProfileFields(body),
        assertUnchanged: toProfileAssertion(body),
      }
      const profile = await updateLlmProfile(ctx, request).catch(rethrowProfileError)
      return presentLlmProfile(ctx, actor, profile)
    })
  }

  registerEndpoint(app, ctx, api.deleteProfile, async (ctx, { actor, params }) => {
    await deleteProfile(ctx, { actor, profileId: params.profile_id })
    return undefined
  })
}
