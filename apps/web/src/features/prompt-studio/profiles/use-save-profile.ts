import type { LlmProfile } from '@recto/contract/profiles'
import type { FormInstance } from 'antd'
import { failuresByField } from '../../../shared/api/refusal.ts'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { useCreateProfile, usePatchProfile } from '../prompt-studio.queries.ts'
import { useEditor } from '../state/editor-context.ts'
import type { ProfileValues } from './profile-values.ts'

/** Saves a profile; what the server says about a field goes beside the field. */
export function useSaveProfile(
  profile: LlmProfile | undefined,
  form: FormInstance<ProfileValues>,
  onSaved: () => void,
) {
  const { project, profiles } = useEditor()
  const create = useCreateProfile()
  const patch = usePatchProfile()
  const alerts = useAlerts()

  async function run(values: ProfileValues) {
    const body = { ...values, ...adapterIds(values) }
    try {
      if (profile) await patch.mutateAsync({ params: { profile_id: profile.profile_id }, body })
      else {
        await create.mutateAsync({
          params: { tool_id: project.tool_id },
          body: { ...body, section: 'Default', is_default: profiles.length === 0 },
        })
      }
    } catch (refusal) {
      const fields = [...failuresByField(refusal)].map(([name, words]) => ({
        name: name as keyof ProfileValues,
        errors: [words],
      }))
      return form.setFields(fields)
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

/** The form does not let go of an empty one. */
const adapterIds = ({
  llm = '',
  vector_store = '',
  embedding_model = '',
  x2text = '',
}: ProfileValues) => ({
  llm,
  vector_store,
  embedding_model,
  x2text,
})
