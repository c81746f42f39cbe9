import type { FormInstance } from 'antd'
import { failuresByField } from '../../../shared/api/refusal.ts'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { useCreateProfile, usePatchProfile } from '../profile.queries.ts'
import type { LlmProfile } from '../profile.ts'
import { useEditor } from '../state/editor-context.ts'
import { type ProfileValues, settingsOf } from './profile-values.ts'
import { useAllProfiles } from './use-all-profiles.ts'

/** Saves a profile; what the server says about a field goes beside the field. */
export function useSaveProfile(
  profile: LlmProfile | undefined,
  form: FormInstance<ProfileValues>,
  onSaved: () => void,
) {
  const { project } = useEditor()
  const profiles = useAllProfiles()
  const create = useCreateProfile()
  const patch = usePatchProfile()
  const alerts = useAlerts()

  async function run(values: ProfileValues) {
    const settings = settingsOf(values)
    try {
      if (profile) await patch.mutateAsync({ id: profile.id, settings })
      else {
        const isDefault = profiles.length === 0
        await create.mutateAsync({ projectId: project.id, settings, isDefault })
      }
    } catch (refusal) {
      const failures = [...failuresByField(refusal)].map(([name, words]) => ({
        name: name as keyof ProfileValues,
        errors: [words],
      }))
      return form.setFields(failures)
    }
    alerts.success('Saved successfully')
    onSaved()
  }

  return {
    run,
    isPending: create.isPending || patch.isPending,
    error: create.error ?? patch.error,
  }
}
