import * as api from '@recto/contract/prompt-studio/profiles'
import { listDefaultOutputs, listPromptOutputs } from '@recto/contract/prompt-studio/prompt-outputs'
import { getProject } from '@recto/contract/prompt-studio/prompt-studio'
import { readAs, useChange } from '../../shared/api/ask.ts'
import { fieldIn } from '../../shared/api/wire-names.ts'
import { newProfileToWire, profileChangeToWire, profileFromWire, profileNames } from './profile.ts'

export const profileList = (projectId: string) =>
  readAs(api.listProfiles, { params: { tool_id: projectId } }, (profiles) =>
    profiles.map(profileFromWire),
  )

const makesStale = [api.listProfiles, getProject, listPromptOutputs, listDefaultOutputs]
const fieldOf = fieldIn(profileNames)

export const useCreateProfile = () =>
  useChange(api.createProfile, { makesStale, toWire: newProfileToWire, fieldOf })

export const usePatchProfile = () =>
  useChange(api.patchProfile, { makesStale, toWire: profileChangeToWire, fieldOf })

/** Deletes the profile with the given id. */
export const useDeleteProfile = () =>
  useChange(api.deleteProfile, {
    makesStale,
    toWire: (id: string) => ({ params: { profile_id: id } }),
  })

type Default = { readonly projectId: string; readonly profileId: string }

export const useSetDefaultProfile = () =>
  useChange(api.setDefaultProfile, {
    makesStale,
    toWire: ({ projectId, profileId }: Default) => ({
      params: { tool_id: projectId },
      body: { default_profile: profileId },
    }),
  })
