import * as api from '@recto/contract/profiles'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { serve } from '../../../platform/http/serve.ts'
import { createProfile } from './create-profile.ts'
import { deleteProfile } from './delete-profile.ts'
import { getOwnProfile } from './get-profile.ts'
import { listProfiles } from './list-profiles.ts'
import { presentProfile, presentProfiles } from './present-profile.ts'
import { setDefaultProfile } from './set-default-profile.ts'
import { updateProfile } from './update-profile.ts'

export function profileRoutes(app: FastifyInstance, ctx: Context): void {
  serve(app, ctx, api.listProfiles, async (ctx, { actor, params }) => {
    const profiles = await listProfiles(ctx, { actor, projectId: params.tool_id })
    return presentProfiles(ctx, actor, profiles)
  })

  serve(app, ctx, api.setDefaultProfile, async (ctx, { actor, params, body }) => {
    const profileId = body.default_profile
    await setDefaultProfile(ctx, { actor, projectId: params.tool_id, profileId })
    return { default_profile: profileId }
  })

  for (const endpoint of [api.createProfile, api.createProfileHyphenated]) {
    serve(app, ctx, endpoint, async (ctx, { actor, params, body }) => {
      const profile = await createProfile(ctx, { actor, projectId: params.tool_id, fields: body })
      return presentProfile(ctx, actor, profile)
    })
  }

  serve(app, ctx, api.getProfile, async (ctx, { actor, params }) =>
    presentProfile(ctx, actor, await getOwnProfile(ctx, { actor, profileId: params.profile_id })),
  )

  for (const endpoint of [api.updateProfile, api.patchProfile]) {
    serve(app, ctx, endpoint, async (ctx, { actor, params, body }) => {
      const change = { actor, profileId: params.profile_id, changes: body }
      return presentProfile(ctx, actor, await updateProfile(ctx, change))
    })
  }

  serve(app, ctx, api.deleteProfile, async (ctx, { actor, params }) => {
    await deleteProfile(ctx, { actor, profileId: params.profile_id })
    return undefined
  })
}
