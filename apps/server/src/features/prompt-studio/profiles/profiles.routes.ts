import * as api from '@recto/contract/profiles'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { serve } from '../../../platform/http/serve.ts'
import { getOwnProfile } from '../rows/get-own-profile.ts'
import { createProfile } from './create-profile.ts'
import { deleteProfile } from './delete-profile.ts'
import { listProfiles } from './list-profiles.ts'
import {
  expectedProfile,
  newProfile,
  presentProfile,
  presentProfiles,
  profileChanges,
  toProfileRefusal,
} from './map-profile.ts'
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
      const fields = { actor, projectId: params.tool_id, ...newProfile(body) }
      const profile = await createProfile(ctx, fields).catch(toProfileRefusal)
      return presentProfile(ctx, actor, profile)
    })
  }

  serve(app, ctx, api.getProfile, async (ctx, { actor, params }) =>
    presentProfile(ctx, actor, await getOwnProfile(ctx, { actor, profileId: params.profile_id })),
  )

  for (const endpoint of [api.updateProfile, api.patchProfile]) {
    serve(app, ctx, endpoint, async (ctx, { actor, params, body }) => {
      const changed = {
        actor,
        profileId: params.profile_id,
        ...profileChanges(body),
        assertExpected: expectedProfile(body),
      }
      const profile = await updateProfile(ctx, changed).catch(toProfileRefusal)
      return presentProfile(ctx, actor, profile)
    })
  }

  serve(app, ctx, api.deleteProfile, async (ctx, { actor, params }) => {
    await deleteProfile(ctx, { actor, profileId: params.profile_id })
    return undefined
  })
}
