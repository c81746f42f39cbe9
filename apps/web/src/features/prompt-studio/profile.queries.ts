import * as api from '@recto/contract/prompt-studio/profiles'
import { listDefaultOutputs, listPromptOutputs } from '@recto/contract/prompt-studio/prompt-outputs'
import { getProject } from '@recto/contract/prompt-studio/prompt-studio'
import { readAs, useChange } from '../../shared/api/requests.ts'
import { fieldIn } from '../../shared/api/wire-names.ts'
import { newProfileToWire, profileChangeToWire, profileFromWire, profileNames } from './profile.ts'

export const profileList = (projectId: string) =>
  readAs(api.listProfiles, { params: { tool_id: projectId } }, (profiles) =>
    profiles.map(profileFromWire),
  )

const invalidates = [api.listProfiles, getProject, listPromptOutputs, listDefaultOutputs]
const fieldOf = fieldIn(profileNames)

export const useCreateProfile = () =>
  useChange(api.createProfile, { invalidates, toWire: newProfileToWire, fieldOf })

export const usePatchProfile = () =>
  useChange(api.patchProfile, { invalidates, toWire: profileChangeToWire, fieldOf })

/** Deletes the profile with the given id. */
export const useDeleteProfile = () =>
  useChange(api.deleteProfile, {
    invalidates,
    toWire: (id: string) => ({ params: { profile_id: id } }),
  })

type Default = { readonly projectId: string; readonly profileId: string }

export const useSetDefaultProfile = () =>
  useChange(api.setDefaultProfile, {
    invalidates,
    toWire: ({ projectId, profileId }: Default) => ({
      params: { tool_id: projectId },
      body: { default_profile: profileId },
    }),
  })
