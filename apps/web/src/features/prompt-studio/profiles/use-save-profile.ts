import { useQueryClient } from '@tanstack/react-query'
import type { FormInstance } from 'antd'
import { useState } from 'react'
import { failuresByField, isConflict } from '../../../shared/api/refusal.ts'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { profileList, useCreateProfile, usePatchProfile } from '../profile.queries.ts'
import type { LlmProfile, ProfileSettings } from '../profile.ts'
import { useEditor } from '../state/editor-context.ts'
import { listChangedFields, type ProfileValues, toSettings } from './profile-values.ts'

type Field = keyof ProfileSettings

/**
 * The profile stored by another user, and the fields in which it conflicts with the user's
 * changes.
 */
export type ProfileConflict = {
  readonly storedProfile: LlmProfile
  readonly fields: readonly Field[]
}

type SaveProfileOptions = {
  /** The profile when the form was opened; `undefined` for a new one. */
  readonly profile: LlmProfile | undefined
  /** The form's initial values for that profile. */
  readonly initial: ProfileValues
  readonly form: FormInstance<ProfileValues>
  readonly onSaved: () => void
}

/** Saves a profile. Error messages of the server about a field are shown next to the field. */
export function useSaveProfile({ profile, initial, form, onSaved }: SaveProfileOptions) {
  const { project, allProfiles } = useEditor()
  const client = useQueryClient()
  const create = useCreateProfile()
  const patch = usePatchProfile()
  const alerts = useAlerts()
  /**
   * The stored profile as the form knows it. A change only replaces this version, not a newer one.
   */
  const [knownProfile, setKnownProfile] = useState(profile)
  const [conflict, setConflict] = useState<ProfileConflict>()

  async function change(values: ProfileValues, expectedProfile: LlmProfile) {
    const fields = listChangedFields(initial, values)
    if (fields.length === 0) return
    const changes = pick(toSettings(values), fields)
    await patch.mutateAsync({
      id: expectedProfile.id,
      changes,
      expected: pick(expectedProfile, fields),
    })
  }

  /** Shows a conflict. Returns false if the refusal is none. */
  async function showConflict(refusal: unknown, values: ProfileValues): Promise<boolean> {
    if (!isConflict(refusal) || !knownProfile) return false
    const { queryKey } = profileList(project.id)
    await client.invalidateQueries({ queryKey })
    const storedProfile = client.getQueryData(queryKey)?.find(({ id }) => id === knownProfile.id)
    if (!storedProfile) return false
    const fields = listChangedFields(initial, values).filter(
      (field) => storedProfile[field] !== knownProfile[field],
    )
    setConflict({ storedProfile, fields })
    return true
  }

  async function run(values: ProfileValues, expectedProfile = knownProfile) {
    try {
      if (expectedProfile) await change(values, expectedProfile)
      else {
        const isDefault = allProfiles.length === 0
        await create.mutateAsync({ projectId: project.id, settings: toSettings(values), isDefault })
      }
    } catch (refusal) {
      if (await showConflict(refusal, values)) return
      const failures = [...failuresByField(refusal)].map(([name, message]) => ({
        name: name as keyof ProfileValues,
        errors: [message],
      }))
      return form.setFields(failures)
    }
    alerts.success('Saved successfully')
    onSaved()
  }

  return {
    run,
    isPending: create.isPending || patch.isPending,
    error: conflict ? null : (create.error ?? patch.error),
    conflict,
    /** Saves the entered values over those stored by another user. */
    async overwrite() {
      const storedProfile = conflict?.storedProfile
      setConflict(undefined)
      setKnownProfile(storedProfile)
      await run(form.getFieldsValue(true), storedProfile)
    },
    /** Replaces the conflicting values with those stored by another user. */
    discard(storedValues: Partial<ProfileValues>) {
      if (!conflict) return
      form.setFieldsValue(pick(storedValues as ProfileValues, conflict.fields))
      setKnownProfile(conflict.storedProfile)
      setConflict(undefined)
      patch.reset()
    },
  }
}

const pick = <Source extends object>(source: Source, fields: readonly Field[]): Partial<Source> =>
  Object.fromEntries(
    fields.map((field) => [field, (source as Readonly<Record<string, unknown>>)[field]]),
  ) as Partial<Source>
